import type { Connector } from '@portico/core'
import { cleanIcon, cleanName } from '@portico/core/kit'
import { getWallets } from '@wallet-standard/app'
import { networkIdOf } from '../chains.js'
import { endpointsOf } from '../endpoints.js'
import type { EndpointOf, ExternalWallet } from '../external.js'
import type { SolanaOptions } from '../options.js'
import { readWallet, type StandardWallet } from './standard.js'

const namespaces = ['solana'] as const

export interface DiscoverParameters {
  readonly options: SolanaOptions
  /** Ids given so far, by wallet: an id stays what it is for as long as the wallet is there. */
  readonly ids: Map<object, string>
  readonly publish: (connectors: readonly Connector[]) => void
}

/** Lists the page's Wallet Standard wallets and those that the host handed in, until the returned function is called. */
export function discover({ options, ids, publish }: DiscoverParameters): () => void {
  const page = getWallets()
  const found = new Map<object, StandardWallet | undefined>() // as first read
  const external = options.wallets ?? []
  const endpointOf: EndpointOf = (chain) => endpointsOf(options, networkIdOf(chain) ?? '')?.http[0]

  /** `standard:` and the name, which is the same after a reload; a second wallet of that name is #2 (S34). */
  function idOf(wallet: object, name: string): string {
    const known = ids.get(wallet)
    if (known) return known
    const taken = [...ids.values()]
    let id = `standard:${name}`
    for (let at = 2; taken.includes(id); at += 1) id = `standard:${name}#${at}`
    ids.set(wallet, id)
    return id
  }

  function registered(): readonly (readonly [object, StandardWallet])[] {
    const present = new Set<object>(page.get().filter((wallet) => typeof wallet === 'object' && wallet !== null))
    for (const wallet of ids.keys()) if (!present.has(wallet)) ids.delete(wallet)
    return [...present].flatMap((wallet) => {
      if (!found.has(wallet)) found.set(wallet, readWallet(wallet))
      const read = found.get(wallet)
      return read ? [[wallet, read] as const] : []
    })
  }

  const look = () => {
    const standard = registered()
    const announced = standard.map(
      ([wallet, info]): Connector => ({
        ...info,
        id: idOf(wallet, info.name),
        kind: 'announced',
        namespaces,
        installed: true,
        getProvider: async () => wallet,
      }),
    )
    const isListed = ({ name, standard: wrapped }: ExternalWallet) =>
      standard.some(([wallet, info]) => wallet === wrapped || isSameName(info.name, cleanName(name)))
    const handed = external.filter((wallet) => !isListed(wallet)).flatMap((wallet) => fromHost(wallet, endpointOf))
    const once = handed.filter(({ id }, at) => handed.findIndex((other) => other.id === id) === at)
    publish(markDuplicates([...announced, ...once]))
  }

  const stops = [page.on('register', look), page.on('unregister', look), ...external.map((wallet) => wallet.follow(look))]
  look()
  return () => {
    for (const stop of stops) stop()
  }
}

function fromHost(wallet: ExternalWallet, endpointOf: EndpointOf): Connector[] {
  const state = wallet.readyState()
  const name = cleanName(wallet.name)
  const icon = cleanIcon(wallet.icon)
  if (!name || state === 'Unsupported') return []
  const installed = state !== 'NotDetected'
  return [
    {
      id: `external:${name}`,
      kind: 'external',
      name,
      ...(icon && { icon }),
      namespaces,
      installed,
      getProvider: () => wallet.open(endpointOf),
    },
  ]
}

const isSameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Marks every entry that claims the name of another one: which of them is the real one, nobody here can tell (S34). */
const markDuplicates = (connectors: readonly Connector[]): readonly Connector[] =>
  connectors.map((connector) =>
    connectors.some((other) => other !== connector && isSameName(other.name, connector.name))
      ? { ...connector, duplicate: true }
      : connector,
  )
