import type { AdapterDescription } from '@portico/core/kit'
import { checkOptions, type BitcoinOptions } from './options.js'

/**
 * Bitcoin for `createPortico`. Sits in the first bundle and does next to nothing there: the code that lists wallets is a
 * small chunk, the one that talks to them is another, for when a wallet is chosen or a connection is to be restored, and
 * what reads and writes transactions is a third.
 * @example
 * import { bitcoin as mainnet } from '@portico/adapter-bitcoin/networks'
 *
 * createPortico({ adapters: [bitcoin({ networks: [mainnet], esploraUrls: { [mainnet.id]: 'https://esplora.example/api' } })] })
 * @throws {@link InvalidOptionError} that names the option
 */
export function bitcoin(options: BitcoinOptions): AdapterDescription {
  checkOptions(options)
  return {
    namespace: 'bip122',
    networks: options.networks,
    discover(_, publish) {
      let stop: (() => void) | undefined
      let over = false
      import('./discover/index.js').then(({ followPage }) => {
        if (!over) stop = followPage(globalThis.window ?? new EventTarget(), publish)
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
