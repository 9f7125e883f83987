import { createEmitter } from '@portico/core/kit'
import { PeerError } from '../errors.js'
import { isRecord, readJson } from '../peer/parse.js'
import { ChainNotApprovedError, NotConnectedError } from './errors.js'
import type { UniversalProvider } from './universal.js'

/** An EIP-1193 provider over a session. */
export interface Eip155Provider {
  readonly request: (request: { readonly method: string; readonly params?: unknown }) => Promise<unknown>
  readonly on: (event: string, listener: (payload: unknown) => void) => void
  readonly removeListener: (event: string, listener: (payload: unknown) => void) => void
}

export interface FaceOptions {
  readonly provider: UniversalProvider
  /** Pairs with a wallet when there is no session with an account of the namespace. */
  readonly connect: (namespace: string) => Promise<void>
}

/** Methods that only a wallet can answer. What it has not approved of them fails, instead of going to a node. */
const isWalletMethod = (method: string) =>
  /^(wallet_|personal_|eth_sign|eth_sendTransaction$|eth_getEncryptionPublicKey$|eth_decrypt$)/.test(method)

const toHex = (chainId: string): string => `0x${Number(chainId.slice('eip155:'.length)).toString(16)}`

/** The chain that EIP-3326 and EIP-3085 name in their parameter, as CAIP-2. */
function chainIn(params: unknown): string | undefined {
  const [asked] = Array.isArray(params) ? (params as readonly unknown[]) : []
  const said = isRecord(asked) ? asked['chainId'] : undefined
  return typeof said === 'string' && /^0x[\da-f]{1,14}$/i.test(said) ? `eip155:${Number(said)}` : undefined
}

/** EIP-2255: to be shown no accounts any more, which is the end of the session. */
function revokesAccounts(params: unknown): boolean {
  const [permissions] = Array.isArray(params) ? (params as readonly unknown[]) : []
  return isRecord(permissions) && 'eth_accounts' in permissions
}

/**
 * The session's EVM accounts as an EIP-1193 provider: `eth_requestAccounts` pairs when it must, reads go to the host's nodes,
 * the rest to the wallet, each request on the chain in use.
 * @example
 * const ethereum = createEip155Provider({ provider, connect: showCodeAndConnect })
 * const accounts = await ethereum.request({ method: 'eth_requestAccounts' }) // ['0xd8dA…']
 */
export function createEip155Provider({ provider, connect }: FaceOptions): Eip155Provider {
  const { on, off, emit } = createEmitter<Record<string, unknown>>()
  const chain = () => provider.chainOf('eip155')
  const accounts = () => {
    const current = chain()
    return current ? provider.addresses(current) : []
  }

  provider.on('accounts', ({ namespace, addresses }) => namespace === 'eip155' && emit('accountsChanged', addresses))
  provider.on('chain', ({ namespace, chainId }) => namespace === 'eip155' && emit('chainChanged', toHex(chainId)))
  provider.on('connected', () => {
    const current = chain()
    if (current) emit('connect', { chainId: toHex(current) })
  })
  provider.on('disconnected', ({ code, message }) => emit('disconnect', Object.assign(new Error(message), { code })))
  provider.on('message', ({ chainId, name, data }) => chainId.startsWith('eip155:') && emit('message', { type: name, data }))

  async function switchChain(method: string, params: unknown): Promise<null> {
    const wanted = chainIn(params)
    if (!wanted) throw new PeerError({ code: -32602, message: `${method}: expected a chainId as hex` })
    const from = chain()
    if (!from) throw new NotConnectedError({ before: 'request' })
    if (provider.knows(wanted) && provider.addresses(wanted).length === 0) {
      // The session has no account there: the wallet may add one, and tells so by an update.
      if (!provider.covers(from, method)) throw new ChainNotApprovedError({ chain: wanted })
      await provider.request({ chainId: from, method, params })
      if (provider.addresses(wanted).length === 0) await updated(wanted)
    }
    provider.setChain(wanted)
    return null
  }

  /** Waits for the update that follows a wallet's yes, 3 s at most. */
  async function updated(chainId: string): Promise<void> {
    const end = Date.now() + 3_000
    while (provider.addresses(chainId).length === 0 && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 50))
  }

  /** EIP-5792 capabilities that the wallet told of when it connected. */
  function knownCapabilities(params: unknown): unknown {
    const [address] = Array.isArray(params) ? (params as readonly unknown[]) : []
    const said = provider.current()?.properties?.['capabilities']
    const all: unknown = typeof said === 'string' ? readJson(said) : said
    if (!isRecord(all) || typeof address !== 'string') return undefined
    const key = Object.keys(all).find((one) => one.toLowerCase() === address.toLowerCase())
    return key === undefined ? undefined : all[key]
  }

  async function request({ method, params }: { readonly method: string; readonly params?: unknown }): Promise<unknown> {
    switch (method) {
      case 'eth_requestAccounts':
        if (accounts().length === 0) await connect('eip155')
        return accounts()
      case 'eth_accounts':
        return accounts()
      case 'eth_chainId':
      case 'net_version': {
        const current = chain()
        if (!current) throw new NotConnectedError({ before: 'request' })
        return method === 'eth_chainId' ? toHex(current) : current.slice('eip155:'.length)
      }
      case 'wallet_switchEthereumChain':
        return switchChain(method, params)
      case 'wallet_revokePermissions':
        if (!revokesAccounts(params)) break
        await provider.disconnect()
        return null
      case 'wallet_getCapabilities': {
        const known = knownCapabilities(params)
        if (known !== undefined) return known
      }
    }
    const current = chain()
    if (!current || !provider.current()) throw new NotConnectedError({ before: 'request' })
    if (isWalletMethod(method) && !provider.covers(current, method))
      throw new PeerError({ code: 4200, message: `The wallet does not support ${method}.` })
    return provider.request({ chainId: current, method, params })
  }

  return {
    request,
    on: (event, listener) => void on(event, listener),
    removeListener: off,
  }
}
