import { currentDevice, type LinkRequest, type WalletLinks } from '@portico/core/kit'
import { loadWalletsLinks, openWalletLink, safeWalletLink } from '@portico/core/wallets'
import { isRecord } from '../peer/parse.js'
import type { Redirect } from '../peer/metadata.js'
import type { SentRequest } from '../provider/universal.js'

/** What a wallet answers without asking its owner: nobody is taken to it for that. */
const silent: readonly string[] = [
  'wallet_getCapabilities',
  'wallet_getCallsStatus',
  'wallet_getAssets',
  'solana_getAccounts',
  'solana_requestAccounts',
  'getAccountAddresses',
]

/** The links that may be opened (S19); undefined where there is none. */
export function safeLinks(given: unknown): WalletLinks | undefined {
  const { universalLink, mobileLink } = isRecord(given) ? given : {}
  const universal = safeWalletLink(universalLink, 'https') ?? safeWalletLink(mobileLink, 'https')
  const native = safeWalletLink(mobileLink, 'native')
  return universal || native ? { ...(universal && { universalLink: universal }), ...(native && { mobileLink: native }) } : undefined
}

/**
 * The link that takes a visitor to the request in the wallet, the universal one before the native one:
 * `https://lumen.example/wc?requestId=…&sessionTopic=…`. Neither of the two is a secret.
 */
export function requestLink(links: WalletLinks, { topic, id }: Pick<SentRequest, 'topic' | 'id'>): string | undefined {
  const { universalLink, mobileLink } = safeLinks(links) ?? {}
  const [, home = '', place = '', query = ''] = /^([^:]+:\/\/)([^?#]*)(\?[^#]*)?/.exec(universalLink ?? mobileLink ?? '') ?? []
  if (!home) return undefined
  const path = place.replace(/(^|\/)wc\/*$|\/+$/, '')
  return `${home}${path && `${path}/`}wc${query ? `${query}&` : '?'}requestId=${id}&sessionTopic=${topic}`
}

interface Known {
  /** What was opened for the pairing, as it was remembered. */
  readonly opened?: unknown
  /** What the wallet says of itself. */
  readonly redirect?: Redirect | undefined
}

interface ReopenOptions {
  /** The site's own way to open a link. */
  readonly openLink?: ((url: string) => void) | undefined
  /** Gets the way to the request, for as long as it is not answered. */
  readonly onWay?: (request: LinkRequest) => void
}

/**
 * Takes the visitor of a phone to the wallet when something has been asked of it that it asks its owner. In Telegram, and by
 * https links, in a context of its own, so that the page stays. A page out of view opens nothing, and has the way for later.
 */
export function reopen(sent: SentRequest, { opened, redirect }: Known, { openLink, onWay }: ReopenOptions = {}): void {
  const device = currentDevice()
  if (!device.mobile || silent.includes(sent.method)) return
  const go = (links: WalletLinks) => {
    const href = requestLink(links, sent)
    if (!href) return
    const open = () => {
      if (!openLink) return openWalletLink(href, device)
      openLink(href)
      return true
    }
    onWay?.({ href, open })
    if (globalThis.document?.visibilityState !== 'hidden') open()
  }
  const links = safeLinks(opened) ?? safeLinks({ universalLink: redirect?.universal })
  const native = safeWalletLink(redirect?.native, 'native')
  if (links) go(links)
  // What a wallet says of itself may name any program: only wallets' schemes are opened for it (S19).
  else if (native) void loadWalletsLinks().then((isWalletsLink) => isWalletsLink(native) && go({ mobileLink: native }))
}
