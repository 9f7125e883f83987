import type { AdapterDescription } from '@portico/core/kit'
import { checkOptions, type SolanaOptions } from './options.js'

/**
 * Solana for `createPortico`. Sits in the first bundle and does next to nothing there: the code that lists wallets is a
 * small chunk, and the code that talks to wallets and chain another one, for when a wallet is chosen or a connection is to
 * be restored. No chain library is in any of them.
 * @example
 * import { solana as mainnet, solanaDevnet } from '@portico/adapter-solana/networks'
 *
 * createPortico({ adapters: [solana({ networks: [mainnet, solanaDevnet] })] })
 * @throws {@link InvalidOptionError} that names the option
 */
export function solana(options: SolanaOptions): AdapterDescription {
  checkOptions(options)
  const ids = new Map<object, string>() // of the wallets on the page: they outlive a view that lists them
  return {
    namespace: 'solana',
    networks: options.networks,
    discover(_, publish) {
      let stop: (() => void) | undefined
      let over = false
      import('./discover/index.js').then(({ discover }) => {
        if (!over) stop = discover({ options, ids, publish })
      }, console.warn)
      return () => {
        over = true
        stop?.()
      }
    },
    async load(portico, events) {
      const { createAdapter } = await import('./implementation/index.js')
      return createAdapter({ portico, events, options })
    },
  }
}
