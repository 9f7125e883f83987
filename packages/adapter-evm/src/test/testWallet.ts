import { createWalletClient, http, isHex, numberToHex, type Address, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import type { Provider } from '../implementation/provider.js'

/** Keys of anvil's first accounts: known to everybody, worth nothing. */
export const testKeys = [
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
] as const

export const codeError = (code: number, message = 'no') => Object.assign(new Error(message), { code })

export interface TestWalletOptions {
  /** Endpoints by chain id: the chains that the wallet knows. */
  readonly urls?: Readonly<Record<number, string>>
  readonly chainId?: number
  readonly key?: Hex
  /** Answers instead of the wallet; undefined lets the wallet answer. */
  readonly script?: (method: string, params: readonly unknown[]) => unknown
}

/** A small wallet that really signs and sends. */
export function testWallet({ urls = {}, chainId = Number(Object.keys(urls)[0] ?? 1), key = testKeys[0], script }: TestWalletOptions = {}) {
  const account = privateKeyToAccount(key)
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const asked: { method: string; params: readonly unknown[] }[] = []
  const known = new Map(Object.entries(urls).map(([id, url]) => [Number(id), url]))
  const state = { chainId, accounts: [account.address] as Address[], allowed: false, script }
  const emit = (event: string, payload: unknown) => [...(listeners.get(event) ?? [])].forEach((listener) => listener(payload))

  const field = (value: unknown, name: string): unknown =>
    typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

  async function answer(method: string, params: readonly unknown[]): Promise<unknown> {
    switch (method) {
      case 'eth_requestAccounts':
        state.allowed = true
        return state.accounts
      case 'eth_accounts':
        return state.allowed ? state.accounts : []
      case 'eth_chainId':
        return numberToHex(state.chainId)
      case 'wallet_revokePermissions':
        state.allowed = false
        return null
      case 'wallet_addEthereumChain':
        known.set(Number(field(params[0], 'chainId')), String(field(field(params[0], 'rpcUrls'), '0')))
        return null
      case 'wallet_switchEthereumChain': {
        const target = Number(field(params[0], 'chainId'))
        if (!known.has(target)) throw codeError(4902, `Unrecognized chain ID "${numberToHex(target)}".`)
        state.chainId = target
        emit('chainChanged', numberToHex(target))
        return null
      }
      case 'personal_sign':
        return account.signMessage({ message: { raw: isHex(params[0]) ? params[0] : '0x' } })
      case 'eth_signTypedData_v4':
        return account.signTypedData(JSON.parse(String(params[1])))
      case 'eth_sendTransaction': {
        const client = createWalletClient({ account, chain: { ...foundry, id: state.chainId }, transport: http(known.get(state.chainId)) })
        const to = field(params[0], 'to')
        const value = field(params[0], 'value')
        const data = field(params[0], 'data')
        return client.sendTransaction({
          to: isHex(to) ? to : null,
          value: BigInt(typeof value === 'string' ? value : 0),
          ...(isHex(data) && { data }),
        })
      }
      default:
        throw codeError(4200, `${method} is not supported`)
    }
  }

  const provider: Provider = {
    async request({ method, params }) {
      const list = Array.isArray(params) ? params : []
      asked.push({ method, params: list })
      const said = state.script?.(method, list)
      return said === undefined ? answer(method, list) : said
    },
    on: (event, listener) => void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    removeListener: (event, listener) => void listeners.get(event)?.delete(listener),
  }
  const listening = () => [...listeners.values()].reduce((sum, set) => sum + set.size, 0)
  return { provider, address: account.address, state, asked, emit, listening }
}

export type TestWallet = ReturnType<typeof testWallet>
