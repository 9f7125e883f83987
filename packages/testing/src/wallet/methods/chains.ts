import { isHex } from 'viem'
import { moveToChain, toChainId, type Method } from '../core.js'
import { rpcError, rpcErrorCodes } from '../errors.js'
import { invalidParams, param, readChainId, readRecord } from '../params.js'

export const chainId: Method = (core) => ({ run: () => toChainId(core.getState().chainId) })

export const netVersion: Method = (core) => ({ run: () => String(core.getState().chainId) })

/** EIP-3326. The chain that is active already is answered without asking. */
export const switchChain: Method = (core, { params }) => {
  if (!core.supportsSwitch) throw rpcError(rpcErrorCodes.unsupportedMethod)
  const target = readChainId(readRecord(param(params, 0), 'The chain')['chainId'])
  const { chains, chainId: active } = core.getState()
  if (chains[target] === undefined) throw rpcError(rpcErrorCodes.unknownChain, unknownChain(target))
  const run = () => {
    moveToChain(core, target)
    return null
  }
  return target === active ? { run } : { ask: `Switch to chain ${target}`, run }
}

/** EIP-3085. A new chain is checked with its node before the person is asked; afterwards the wallet is on it. */
export const addChain: Method = async (core, { params }) => {
  if (!core.supportsAdd) throw rpcError(rpcErrorCodes.unsupportedMethod)
  const chain = readRecord(param(params, 0), 'The chain')
  const target = readChainId(chain['chainId'])
  const name = readName(chain)
  const url = readRpcUrl(chain['rpcUrls'])
  const { chains, chainId: active } = core.getState()
  const known = chains[target] !== undefined
  if (!known) await checkNode((method) => core.callNode(url, method), target)
  const run = () => {
    if (!known) core.setChain({ chains: { ...core.getState().chains, [target]: url } })
    moveToChain(core, target)
    return null
  }
  if (known && target === active) return { run }
  return { ask: known ? `Switch to chain ${target}` : `Add ${name} (chain ${target}) and switch to it`, run }
}

function unknownChain(chainId: number): string {
  return `Unrecognized chain ID "${toChainId(chainId)}". Try adding the chain using wallet_addEthereumChain first.`
}

function readName({ chainName, nativeCurrency }: Record<string, unknown>): string {
  if (typeof chainName !== 'string' || chainName === '') throw invalidParams(`Expected non-empty string 'chainName'.`)
  const { name, symbol, decimals } = readRecord(nativeCurrency, `'nativeCurrency'`)
  const valid = typeof name === 'string' && typeof symbol === 'string' && typeof decimals === 'number'
  if (!valid) throw invalidParams(`'nativeCurrency' needs 'name', 'symbol' and 'decimals'.`)
  return chainName
}

function readRpcUrl(rpcUrls: unknown): string {
  const first: unknown = Array.isArray(rpcUrls) ? rpcUrls.find(isHttpUrl) : undefined
  if (typeof first !== 'string') throw invalidParams(`Expected an array with at least one valid URL 'rpcUrls'.`)
  return first
}

function isHttpUrl(url: unknown): boolean {
  return typeof url === 'string' && /^https?:\/\//.test(url) && URL.canParse(url)
}

async function checkNode(ask: (method: string) => Promise<unknown>, target: number): Promise<void> {
  const answer = await ask('eth_chainId').catch(() => {
    throw invalidParams('The node of the chain could not be reached.')
  })
  if (!isHex(answer) || BigInt(answer) !== BigInt(target)) {
    throw invalidParams(`The node says that it is on chain ${String(answer)}, not ${toChainId(target)}.`)
  }
}
