'use client'
import { activeConnection, connectionStore, connectorStore, type Connector, type Namespace } from '@portico/core'
import { discoveryStore } from '@portico/core/kit'
import { usePortico } from '../../PorticoProvider.js'
import { usePorticoStore } from '../../usePorticoStore.js'

/** Heights of a way to log in, and of the gap between two, in px. */
const [way, gap] = [48, 8]
/** Height of the link below them, for whom the browser knows, with its gap, in px. */
const link = 24
/** Height of the line between them and the wallets, in px. */
export const lineHeight = 40

export interface Places {
  /** For the ways to log in, in px; 0 where there will be none. */
  readonly login: number
  /** Whether they come below the wallets. */
  readonly below: boolean
  /** Whether wallets of the page may still come. */
  readonly wallets: boolean
}

/** The places to keep on Connect for what is on its way, so that nothing moves when it comes. */
export function usePlaces(namespace: Namespace | undefined): Places {
  const { options } = usePortico()
  const wallets = usePorticoStore(discoveryStore, ({ listed }) => !listed)
  const connectors = usePorticoStore(connectorStore, (state) => state)
  const all = Object.values(connectors).flat()
  const own = all.find(({ embedded }) => embedded)
  const isIn = usePorticoStore(connectionStore, (state) =>
    own ? own.namespaces.some((one) => activeConnection(state, one)?.connector.id === own.id) : false,
  )
  const { email = false, socials = [], farcaster = false } = own?.embedded?.methods ?? {}
  const ways = isIn || (namespace && !own?.namespaces.includes(namespace)) ? 0 : Number(email) + Number(socials.length > 0 || farcaster)
  return {
    login: ways === 0 ? 0 : ways * way + (ways - 1) * gap + link,
    below: options.connectMethodsOrder ? options.connectMethodsOrder[0] === 'wallet' : all.some(isOfPage),
    wallets,
  }
}

const isOfPage = ({ kind, installed }: Connector) => kind === 'announced' || (installed && (kind === 'injected' || kind === 'multiChain'))
