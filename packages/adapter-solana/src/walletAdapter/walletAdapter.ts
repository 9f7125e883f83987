import { InvalidOptionError } from '@portico/core'
import type { ExternalWallet, ReadyState } from '../external.js'
import { call, peek, type AdapterLike } from './adapter.js'
import { wrap } from './wrap.js'

export type { AdapterLike } from './adapter.js'

const states: readonly ReadyState[] = ['Installed', 'Loadable', 'NotDetected', 'Unsupported']

/**
 * Hands an adapter of `@solana/wallet-adapter-base` to Portico. Nothing is asked of it before its wallet is chosen, and
 * `@solana/web3.js`, whose objects adapters take, is loaded only when a transaction is to be signed.
 *
 * A wallet that announces itself under the same name, and the one that a `StandardWalletAdapter` wraps, take its place.
 * After a reload the adapter's `autoConnect` is called, as `@solana/wallet-adapter-react` does; it should not prompt.
 * @example
 * import { solana as mainnet } from '@portico/adapter-solana/networks'
 *
 * solana({ networks: [mainnet], wallets: [walletAdapter(new LedgerWalletAdapter())] })
 * @throws InvalidOptionError for what is no adapter
 */
export function walletAdapter(adapter: AdapterLike): ExternalWallet {
  const [name, icon, standard] = [peek(adapter, 'name'), peek(adapter, 'icon'), peek(adapter, 'wallet')]
  const isAdapter =
    typeof name === 'string' && ['connect', 'disconnect', 'on'].every((method) => typeof peek(adapter, method) === 'function')
  if (!isAdapter) throw new InvalidOptionError({ option: 'adapter', problem: 'expected an adapter of @solana/wallet-adapter-base' })
  const opened = new WeakMap<object, object>() // by what it was opened with: one wallet for each site
  return {
    name,
    ...(typeof icon === 'string' && { icon }),
    ...(peek(adapter, 'standard') === true && typeof standard === 'object' && standard !== null && { standard }),
    readyState() {
      const state = peek(adapter, 'readyState')
      return states.find((known) => known === state) ?? 'NotDetected'
    },
    follow(onChange) {
      const listener = () => onChange()
      listen(adapter, 'on', 'readyStateChange', listener)
      return () => listen(adapter, 'off', 'readyStateChange', listener)
    },
    async open(endpointOf) {
      const wallet = opened.get(endpointOf) ?? wrap(adapter, endpointOf)
      opened.set(endpointOf, wallet)
      return wallet
    },
  }
}

function listen(adapter: AdapterLike, method: 'on' | 'off', event: string, listener: () => void) {
  try {
    call(adapter, method, event, listener)
  } catch {
    // Its state is read again whenever the list is made.
  }
}
