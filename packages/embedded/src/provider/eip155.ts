import { isNetworkId, SwitchNotSupportedError } from '@portico/core'
import { createEmitter } from '@portico/core/kit'
import { FrameRequestError, NotLoggedInError } from '../errors.js'
import type { Login } from './login.js'

/** An EIP-1193 provider over a login. */
export interface Eip155Provider {
  readonly request: (request: { readonly method: string; readonly params?: unknown }) => Promise<unknown>
  readonly on: (event: string, listener: (payload: unknown) => void) => void
  readonly removeListener: (event: string, listener: (payload: unknown) => void) => void
}

const toHex = (networkId: string): string => `0x${Number(networkId.slice('eip155:'.length)).toString(16)}`

const field = (params: unknown, name: string): unknown => {
  const [first] = Array.isArray(params) ? (params as readonly unknown[]) : []
  return typeof first === 'object' && first !== null && Object.hasOwn(first, name) ? Reflect.get(first, name) : undefined
}

/** ERC-7715 has had two names for each: the frame's closed list has the older ones (S4), and reads the form of both. */
const aliases: ReadonlyMap<string, string> = new Map([
  ['wallet_requestExecutionPermissions', 'wallet_grantPermissions'],
  ['wallet_revokeExecutionPermission', 'wallet_revokePermissions'],
])

/**
 * The login's EVM account as an EIP-1193 provider. The chain and the account are answered from here, EIP-3326 goes through
 * APP_SWITCH_NETWORK, everything else to the frame, which reads from the operator's nodes and asks the visitor before it signs.
 */
export function createEip155Provider(login: Login, name: string): Eip155Provider {
  const { on, off, emit } = createEmitter<Record<string, unknown>>()
  login.events.on('accounts', ({ namespace, addresses }) => namespace === 'eip155' && emit('accountsChanged', addresses))
  login.events.on('chain', ({ networkId }) => networkId.startsWith('eip155:') && emit('chainChanged', toHex(networkId)))
  login.events.on('ended', () => {
    emit('accountsChanged', [])
    emit('disconnect', Object.assign(new NotLoggedInError(), { code: 4900 }))
  })

  const current = async (ask: boolean): Promise<readonly string[]> => {
    const address = login.address('eip155') ?? (ask ? await login.findAddress('eip155') : await login.confirmAddress('eip155'))
    return address === undefined ? [] : [address]
  }

  async function switchChain(params: unknown): Promise<null> {
    const said = field(params, 'chainId')
    const wanted = typeof said === 'string' && /^0x[\da-f]{1,14}$/i.test(said) ? `eip155:${Number(said)}` : undefined
    if (!isNetworkId(wanted))
      throw new FrameRequestError({ message: 'wallet_switchEthereumChain: expected a chainId as hex', code: -32602 })
    await login.switchNetwork(wanted)
    return null
  }

  return {
    async request({ method, params = [] }) {
      const networkId = login.chainOf('eip155')
      if (method === 'eth_chainId') return toHex(networkId)
      if (method === 'eth_accounts' || method === 'eth_requestAccounts') return current(method === 'eth_requestAccounts')
      if (method === 'wallet_switchEthereumChain') return switchChain(params)
      if (method === 'wallet_addEthereumChain') throw new SwitchNotSupportedError({ wallet: name })
      // EIP-2255: to be shown no accounts any more, which is the end of the login here.
      if (method === 'wallet_revokePermissions' && field(params, 'eth_accounts') !== undefined) return login.signOut().then(() => null)
      return login.rpc({ method: aliases.get(method) ?? method, params, networkId })
    },
    on: (event, listener) => void on(event, listener),
    removeListener: off,
  }
}
