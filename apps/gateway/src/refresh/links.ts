import { isHttpsUrl, isNativeLink } from '../wallets/links.js'

/** What became of a value of the source: something to use, or why not. */
export type Cleaned = { value: string } | { why: string }

/** Hosts where a wallet's own link never leads: stores, chats, searches. */
const foreign =
  /(^|\.)(apps\.apple\.com|itunes\.apple\.com|testflight\.apple\.com|play\.google\.com|chrome\.google\.com|chromewebstore\.google\.com|google\.com|t\.me|github\.com|appdistribution\.firebase\.dev)$/

/** A part of a host name that says: not for the public. */
const unfinished = /(^|[.-])(staging|stage|dev|test|sandbox|localhost)([.-]|$)/

const tracking = /^(utm_\w+|source|ref|referrer|referral)$/

/** A homepage: http becomes https, tracking and fragment go. */
export function cleanHomepage(text: string): Cleaned {
  const url = parseWeb(text)
  if (!url) return { why: 'is not a web address' }
  url.hash = ''
  return checked(withoutTracking(url))
}

/** A link that opens an app on a phone: `wc?uri=` is put after it, so nothing may stand behind its path. */
export function cleanUniversalLink(text: string): Cleaned {
  return cleanPairingPage(text)
}

/** What a host's first label says when there is a wallet behind it. */
const program = /^(app|wallet|web|webapp|pwa|console|vault|ewallet|passport)\./

/**
 * A page that takes a pairing in the browser.
 * @param homepage where the wallet presents itself, which is no such page
 * @param certain whether the source calls it that; otherwise its host must look like one
 */
export function cleanWebApp(text: string, { homepage, certain }: { homepage: string | null; certain: boolean }): Cleaned {
  const cleaned = cleanPairingPage(text)
  if ('why' in cleaned) return cleaned
  const { hostname, pathname } = new URL(cleaned.value)
  if (/^(link|links|dl|docs|wiki|download|api)\./.test(hostname) || hostname.endsWith('.app.link')) {
    return { why: "is a phone's link or a document, not a wallet in the browser" }
  }
  if (/download|docs/.test(pathname)) return { why: 'is a page to download from' }
  if (program.test(hostname)) return cleaned
  if (!certain) return { why: 'is not said to be a wallet in the browser' }
  if (homepage === null || !`.${bare(new URL(homepage).hostname)}`.endsWith(`.${bare(hostname)}`)) return cleaned
  const samePath = trimPath(new URL(homepage).pathname) === trimPath(pathname)
  if (!samePath && /\b(app|wc)\b|wallet/i.test(pathname)) return cleaned
  return { why: 'is the homepage, which takes no pairing' }
}

/** A link of the wallet's own scheme. */
export function cleanNativeLink(text: string): Cleaned {
  const value = text
    .trim()
    .replace(/^[^:]+:/, (scheme) => scheme.toLowerCase())
    .replace(/^([^:]+):\/(?!\/)/, '$1://')
    .replace(/(\/)?(wc)?\?(uri=)?$/, '$1')
    .replace(/:\/\/uri=$/, '://')
  if (/:\/\/.*:\/\//.test(value.split('?')[0] ?? '')) return { why: 'is several links in one' }
  return isNativeLink(value) ? { value } : { why: "is not a link of a wallet's own scheme" }
}

/** `https://apps.apple.com/app/id…`, which leads to the visitor's own country. */
export function cleanAppStore(text: string): Cleaned {
  const url = parseWeb(text)
  const id = /\/(?:id|app\/)(\d{6,12})\b/.exec(url?.pathname ?? '')?.[1]
  if (!url || !id || !/^(apps|itunes)\.apple\.com$/.test(url.hostname)) return { why: "is not an app's page in the App Store" }
  return { value: `https://apps.apple.com/app/id${id}` }
}

/** `https://play.google.com/store/apps/details?id=…` */
export function cleanPlayStore(text: string): Cleaned {
  const url = parseWeb(text)
  const id = url?.searchParams.get('id')?.trim() ?? ''
  const page = url?.hostname === 'play.google.com' && /^\/store\/apps\/details\/?$/.test(url.pathname)
  if (!page || !/^[a-zA-Z]\w*(\.\w+)+$/.test(id)) return { why: "is not an app's page in Google Play" }
  return { value: `https://play.google.com/store/apps/details?id=${id}` }
}

/** `https://chromewebstore.google.com/detail/…` */
export function cleanChromeStore(text: string): Cleaned {
  const url = parseWeb(text)
  const known = url?.hostname === 'chromewebstore.google.com' || url?.hostname === 'chrome.google.com'
  const id = /\/detail\/(?:[^/]*\/)?([a-p]{32})\/?$/.exec(url?.pathname ?? '')?.[1]
  if (!known || !id) return { why: "is not an extension's page in the Chrome Web Store" }
  return { value: `https://chromewebstore.google.com/detail/${id}` }
}

function cleanPairingPage(text: string): Cleaned {
  const url = parseWeb(text.trim().replace(/(\/)?(wc)?\?uri=$/, '$1'))
  if (!url) return { why: 'is not a web address' }
  if (foreign.test(url.hostname)) return { why: 'leads to a store, a chat or a search' }
  if (url.hostname.endsWith('.page.link')) return { why: 'is a Firebase Dynamic Link: they ended in August 2025' }
  if (unfinished.test(url.hostname.split('.').slice(0, -1).join('.'))) return { why: 'leads to a test system' }
  if (/\.well-known|apple-app-site-association/.test(url.pathname)) return { why: "is a phone's table of links, not a link" }
  // An address behind the hash sign that is empty goes; one that says something can't be built upon.
  if (/^#?\/?$/.test(url.hash)) url.hash = ''
  const clean = withoutTracking(url)
  if (clean.search !== '' || clean.hash !== '') return { why: 'has a query or a fragment, behind which no pairing fits' }
  return checked(clean)
}

function checked(url: URL): Cleaned {
  return isHttpsUrl(url.href) ? { value: url.href } : { why: 'is not a plain https address' }
}

function withoutTracking(url: URL): URL {
  const kept = [...url.searchParams].filter(([name]) => !tracking.test(name))
  if (kept.length < url.searchParams.size) url.search = new URLSearchParams(kept).toString()
  if (url.search === '') url.search = ''
  return url
}

function parseWeb(text: string): URL | undefined {
  const trimmed = text.trim()
  if (!/^https?:\/\/\S+$/.test(trimmed) || !URL.canParse(trimmed)) return undefined
  const url = new URL(trimmed)
  url.protocol = 'https:'
  return url
}

function bare(hostname: string): string {
  return hostname.replace(/^www\./, '')
}

function trimPath(path: string): string {
  return path.replace(/\/+$/, '')
}
