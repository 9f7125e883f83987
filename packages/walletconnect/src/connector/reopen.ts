import { currentDevice, type WalletLinks } from '@portico/core/kit'
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

/**
 * Takes the visitor of a phone to the wallet when something has been asked of it that it asks its owner. In Telegram, and by
 * https links, in a context of its own, so that the page stays.
 */
export function reopen(sent: SentRequest, { opened, redirect }: Known, open?: (url: string) => void): void {
  const device = currentDevice()
  if (!device.mobile || globalThis.document?.visibilityState === 'hidden' || silent.includes(sent.method)) return
  const go = (links: WalletLinks) => {
    const link = requestLink(links, sent)
    if (!link) return
    if (open) open(link)
    else openWalletLink(link, device)
  }
  const links = safeLinks(opened) ?? safeLinks({ universalLink: redirect?.universal })
  const native = safeWalletLink(redirect?.native, 'native')
  if (links) go(links)
  // What a wallet says of itself may name any program: only wallets' schemes are opened for it (S19).
  else if (native) void loadWalletsLinks().then((isWalletsLink) => isWalletsLink(native) && go({ mobileLink: native }))
}
