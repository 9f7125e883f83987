import { areUrls, check, isRecord } from '@portico/core/kit'
import type { Network, NetworkId } from '@portico/core'

export interface BitcoinOptions {
  /** Bitcoin networks: records of `@portico/adapter-bitcoin/networks`, or like them. `rpcUrls` are bases of esplora APIs. */
  readonly networks: readonly Network[]
  /** Esplora APIs by CAIP-2 id, instead of a network's own: one base URL, or several in order of preference. http or https. */
  readonly esploraUrls?: Readonly<Record<NetworkId, string | readonly string[]>>
  /** Whether a wallet's ordinals address comes before its payment address. Default false. */
  readonly ordinals?: boolean
}

type Loose = Readonly<Record<string, unknown>>

/** Bundlers write it in; as with React, nothing runs without one that does. */
declare const process: { readonly env: { readonly NODE_ENV?: string } }

/**
 * Checks what the types cannot promise to a host that writes JavaScript, where it is developed, and everywhere what may differ from one
 * build to the next. What every network has, whatever its chain family, is checked by `createPortico`.
 * @throws {@link InvalidOptionError} that names the option
 */
export function checkOptions(options: BitcoinOptions): void {
  if (process.env.NODE_ENV !== 'production') checkShapes(options)
  for (const [id, urls] of Object.entries(options.esploraUrls ?? {}))
    check(`esploraUrls[${id}]`, areUrls([urls].flat()), 'expected http(s) URLs')
}

function checkShapes(options: BitcoinOptions): void {
  const { networks, esploraUrls = {}, ordinals = false }: Loose = isRecord(options) ? options : {}
  check('networks', Array.isArray(networks), 'expected an array')
  const list: readonly unknown[] = Array.isArray(networks) ? networks : []
  list.forEach((network, at) => {
    const isBitcoin = isRecord(network) && typeof network['id'] === 'string' && network['id'].startsWith('bip122:')
    check(`networks[${at}]`, isBitcoin && areUrls(network['rpcUrls']), "expected a network with an id of 'bip122' and http(s) rpcUrls")
  })
  check('esploraUrls', isRecord(esploraUrls), 'expected an object')
  for (const id of Object.keys(isRecord(esploraUrls) ? esploraUrls : {})) {
    const isOfNetwork = list.some((network) => isRecord(network) && network['id'] === id)
    check(`esploraUrls[${id}]`, isOfNetwork, 'expected the id of one of the networks')
  }
  check('ordinals', typeof ordinals === 'boolean', 'expected true or false')
}
