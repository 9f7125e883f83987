import type { Connector, WalletRecord } from '@portico/core'
import type { Link, LinkRequest, LinkState, WalletLinks } from '@portico/core/kit'
import { fakeConnector } from '@portico/testing'
import { lumen as lumenArt } from '@portico/ui/stories/wallets'
import type { ViewStoryProps } from './ViewStory.js'
import { harbor } from './wallets.js'

const topics = [
  '7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9',
  '1b0841fe85407f3a26bb97dcf5ee7f21a33b73d2a4d29d0d1c64b29b9c4b3e58',
]
const key = '587d5484ce2a2a6ee3ba1962fdd7e8588e06200c46823bd18fbd67def96ad303'

/** The codes that a fake connector gives, one after the other. They pair with nobody. */
export const codes = topics.map((topic) => `wc:${topic}@2?relay-protocol=irn&symKey=${key}&expiryTimestamp=1900000000`)

/** When a code of the stories is replaced: not while they are looked at. In seconds since 1970. */
export const later = 1_900_000_000

export const ready = (uri = codes[0] ?? '', change: Partial<Extract<LinkState, { status: 'waiting' }>> = {}): LinkState => ({
  status: 'waiting',
  uri,
  expiry: later,
  relay: 'open',
  ...change,
})

/** A connector that pairs, with a hand on how far that is. */
export interface FakePairing {
  readonly connector: Connector
  readonly show: (state: LinkState) => void
  /** What was asked of it, oldest first. */
  readonly calls: ('prepare' | 'cancel')[]
  readonly opened: WalletLinks[]
}

/**
 * Gives the first code when it is asked for one, and puts it away when that is cancelled.
 * @param first how far it is before anybody asks
 * @param prepared how far it is once a code was asked for
 * @param request what the wallet was asked and has not answered
 */
export function fakePairing({
  first = { status: 'idle' },
  prepared = ready(),
  connector,
  request,
}: {
  first?: LinkState
  prepared?: LinkState
  connector?: Partial<Connector>
  request?: LinkRequest
} = {}): FakePairing {
  const listeners = new Set<() => void>()
  const calls: ('prepare' | 'cancel')[] = []
  const opened: WalletLinks[] = []
  let state = first
  const show = (next: LinkState) => {
    state = next
    for (const listener of [...listeners]) listener()
  }
  const link: Link = {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    prepare() {
      calls.push('prepare')
      if (state.status === 'idle' || state.status === 'failed') show(prepared)
    },
    cancel() {
      calls.push('cancel')
      show({ status: 'idle' })
    },
    isOpen: () => false,
    approved: () => [],
    approvedNetworkIds: () => [],
    peer: () => undefined,
    opened: (links) => void opened.push(links),
    request: () => request,
  }
  const { rdns: _, ...base } = fakeConnector({
    id: 'walletConnect',
    kind: 'walletConnect',
    name: 'WalletConnect',
    installed: false,
    namespaces: ['eip155'],
  })
  return { connector: { ...base, link, ...connector }, show, calls, opened }
}

/** A made-up wallet for every platform. */
export const lumen: WalletRecord = {
  id: 'com.lumen',
  rdns: 'com.lumen',
  name: 'Lumen',
  icon: lumenArt.icon,
  homepage: 'https://lumen.example',
  universalLink: 'https://lumen.example/app',
  mobileLink: 'lumen://',
  desktopLink: 'lumen-desktop://',
  webLink: 'https://web.lumen.example',
  extension: 'https://chromewebstore.google.com/detail/lumen',
  certified: true,
}
/** One that has an app for phones and nothing else. */
export const tern: WalletRecord = { id: 'com.tern', name: 'Tern', homepage: 'https://tern.example', mobileLink: 'tern://' }

/** Has the page run on a phone, as far as the page can tell. @returns a function that ends that */
export function onPhone(): () => void {
  Object.defineProperty(navigator, 'userAgentData', { value: { mobile: true }, configurable: true })
  return () => void Reflect.deleteProperty(navigator, 'userAgentData')
}

/** Has Harbor be a wallet on this phone, which holds what a story's view waits for. `opened` gets what a press opens. */
export function onPhoneOf(props: ViewStoryProps, opened: string[] = []): ViewStoryProps {
  const href = `https://harbor.example/wc?requestId=1&sessionTopic=${topics[0]}`
  const { connector } = fakePairing({ request: { href, open: () => opened.push(href) > 0 } })
  return {
    ...props,
    form: 'sheet',
    adapter: { ...props.adapter, connectors: [{ ...harbor, ...(connector.link && { link: connector.link }) }] },
  }
}
