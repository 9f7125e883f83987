import type { Portico } from '@portico/core'
import type { AdapterDescription } from '@portico/core/kit'
import type { Found } from './discover/discover.js'
import type { Directory, Follower } from './listen/index.js'
import { checkOptions, toNetwork, type EvmOptions } from './options.js'

type Listen = typeof import('./listen/index.js')

/** What the parts of the adapter share about one portico. */
export interface Visit extends Found {
  directory?: Directory
  /** Follows the config in use, while mounted. */
  follower?: Follower
}

/**
 * EVM chains for `createPortico`. Sits in the first bundle and does next to nothing there: the code that lists wallets is a
 * small chunk, and wagmi and viem are another one, for when a wallet is chosen or a connection is to be restored.
 *
 * With `networks`, Portico keeps a wagmi config of its own. With `config`, it joins the host's: connections, switches and
 * disconnections made on either side are seen on both.
 * @example createPortico({ adapters: [evm({ networks: [mainnet, base] })] })
 * @example createPortico({ adapters: [evm({ config: wagmiConfig })] })
 * @throws {@link InvalidOptionError} that names the option
 */
export function evm(options: EvmOptions): AdapterDescription {
  checkOptions(options)
  const { config } = options
  const visits = new WeakMap<Portico, Visit>()

  function visitOf(portico: Portico): Visit {
    const found = visits.get(portico)
    if (found) return found
    const visit: Visit = { page: globalThis.window ?? new EventTarget(), wallets: [] }
    visits.set(portico, visit)
    return visit
  }

  /** Starts something once the code that listens is there, unless the returned function is called before. */
  function whenListening(
    portico: Portico,
    start: (visit: Visit, listen: Listen & { readonly directory: Directory }) => () => void,
  ): () => void {
    const visit = visitOf(portico)
    let stop: (() => void) | undefined
    let over = false
    import('./listen/index.js').then((listen) => {
      const directory = (visit.directory ??= listen.createDirectory(visit, config))
      if (!over) stop = start(visit, { ...listen, directory })
    }, console.warn)
    return () => {
      over = true
      stop?.()
    }
  }

  return {
    namespace: 'eip155',
    networks: (config ? config.chains : options.networks).map(toNetwork),
    discover: (portico, publish) => whenListening(portico, (_, { directory }) => directory.follow(() => publish(directory.list()))),
    ...(config && {
      watchHost(wake) {
        // Written out from `isReal`, which would be a chunk of its own: a connector without a provider is a name from storage.
        const look = () =>
          [...config.state.connections.values()].some(({ connector }) => typeof connector.getProvider === 'function') && wake()
        look()
        return config.subscribe(({ connections }) => connections, look)
      },
      join: (portico, events) =>
        whenListening(portico, (visit, { directory, followConfig }) => {
          const follower = followConfig(config, directory, events)
          visit.follower = follower
          return follower.stop
        }),
    }),
    async load(portico, events) {
      const { createAdapter } = await import('./implementation/index.js')
      return createAdapter({ portico, events, options, visit: visitOf(portico) })
    },
  }
}
