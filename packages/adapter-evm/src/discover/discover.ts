import type { Connector } from '@portico/core'
import { currentDevice } from '@portico/core/kit'
import { addWallet, isProvider, parseAnnouncement, type AnnouncedWallet } from './announced.js'

/** The parts of `window` that discovery uses. */
export type Page = Pick<EventTarget, 'addEventListener' | 'removeEventListener' | 'dispatchEvent'> & { readonly ethereum?: unknown }

/** What a page has shown of its wallets so far. The list only grows: ids stay what they are. */
export interface Found {
  readonly page: Page
  /** Default: what the browser says of itself. */
  readonly mobile?: boolean
  readonly wallets: AnnouncedWallet[]
}

export const namespaces = ['eip155'] as const

/** `window.ethereum`, when it is something to talk to. */
export function injectedProvider({ page }: Found): object | undefined {
  try {
    return isProvider(page.ethereum) ? page.ethereum : undefined
  } catch {
    return undefined
  }
}

/** The rdns, or rdns and uuid for a second wallet that claims it (S34). */
export const walletId = ({ wallets }: Found, { rdns, uuid }: AnnouncedWallet): string =>
  wallets.find((wallet) => wallet.rdns === rdns)?.uuid === uuid ? rdns : `${rdns}#${uuid}`

/** Every wallet that announced itself, as a way in. */
export const announcedConnectors = (found: Found): Connector[] =>
  found.wallets.map((wallet) => {
    const { provider, ...info } = wallet
    return { ...info, id: walletId(found, wallet), kind: 'announced', namespaces, installed: true, getProvider: async () => provider }
  })

/**
 * `window.ethereum`, whoever it belongs to: its flags lie, so it has no name but 'Browser Wallet'. Not listed when it is
 * one of the others; without a wallet behind it, not on a phone and not beside others.
 */
export function withBrowserWallet(
  found: Found,
  others: readonly Connector[],
  isListed: (provider: object) => boolean,
): readonly Connector[] {
  const provider = injectedProvider(found)
  const { mobile = currentDevice().mobile } = found
  if (provider ? isListed(provider) : mobile || others.length > 0) return markDuplicates(others)
  const connector: Connector = {
    id: 'injected',
    kind: 'injected',
    name: 'Browser Wallet',
    generic: true,
    namespaces,
    installed: !!provider,
    getProvider: async () => provider,
  }
  return markDuplicates([...others, connector])
}

/** Marks every entry that claims the rdns or the name of another one: which of them is the real one, nobody here can tell (S34). */
const markDuplicates = (connectors: readonly Connector[]): readonly Connector[] =>
  connectors.map((connector) => {
    const { name, rdns } = connector
    const isLike = (other: Connector) =>
      other !== connector && (other.name.toLowerCase() === name.toLowerCase() || (rdns && other.rdns === rdns))
    return connectors.some(isLike) ? { ...connector, duplicate: true } : connector
  })

/** Follows the page's wallets, however late they come (R4), until the returned function is called. */
export function followPage({ page, wallets }: Found, onChange: () => void): () => void {
  const announced = (event: Event) => {
    const wallet = parseAnnouncement(event)
    if (wallet && addWallet(wallets, wallet)) onChange()
  }
  const listeners = { 'eip6963:announceProvider': announced, 'ethereum#initialized': onChange, load: onChange }
  for (const [event, listener] of Object.entries(listeners)) page.addEventListener(event, listener)
  page.dispatchEvent(new Event('eip6963:requestProvider'))
  return () => {
    for (const [event, listener] of Object.entries(listeners)) page.removeEventListener(event, listener)
  }
}
