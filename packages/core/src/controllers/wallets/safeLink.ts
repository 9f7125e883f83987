/** Names of this very device. A page that it serves may be led to another one: developers have no certificate there. */
const isLoopback = (hostname: string | undefined) => /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname ?? '')

/** What a link is for: `https` for universal links, web pages, homepages and stores; `native` for one of a wallet's own scheme. */
export type WalletLinkKind = 'https' | 'native'

/** The longest link that is opened: a pairing URI, encoded twice, fits well. */
export const walletLinkLimit = 4096

/** Schemes that a browser or the system acts upon itself: opening one never opens a wallet, and may run code or read a file. */
const reserved = new Set(
  (
    'about acct afp android-app app blob bluetooth callto cid content data dav dns docker facetime facetime-audio feed file filesystem ftp ftps geo git ' +
    'gopher help hcp http https imap intent irc irc6 ircs itms itms-app itms-apps itms-appss itms-services jar javascript jdbc jnlp ldap ldaps livescript ' +
    'focus icabmobile ohttp ohttps onionhttp onionhttps ' +
    'mailto mailbox maps market mhtml mid mk mms mmst mms-stream mocha nfs news nntp opera ping pop res resource rlogin rtmp rtsp search sftp shell sip ' +
    'sips sms smsto sms-to smb snews ssh steam tel telnet tn3270 udp vbscript view-source vnc vscode webcal wpad ws wss wyciwyg x-apple x-help x-man-page xmpp'
  ).split(' '),
)
/** Families of such schemes: browsers, their own pages and extensions, and what Windows and macOS keep for themselves. */
const reservedFamilies =
  /^(chrom(e|ium)|google-?chrome|moz|firefox|edge|safari|brave|opera|vivaldi|duckduckgo|ddg|samsunginternet|ucbrowser|yandexbrowser|touch-https?|devtools|ms-|microsoft-|search-ms|windows|com\.apple|com\.google|org\.mozilla|com\.microsoft|com\.brave|com\.opera|x-apple|x-web-search|x-msdownload|vscode|facetime|itms|web\+)/

/**
 * The link, if it may be opened (S19): https with a host and without credentials, or `scheme://` of a scheme that can be a
 * wallet's own (RFC 3986, section 3.1). Printable ASCII alone: no whitespace, no control characters, no backslashes. On a page of
 * this very device, http to this device passes as https does. Anything else, of any type, answers undefined. An https link comes back as the browser reads it, so what was checked is what is opened.
 * @example const link = safeWalletLink(record.mobileLink, 'native') // undefined: not one to be opened
 */
export function safeWalletLink(text: unknown, kind: WalletLinkKind): string | undefined {
  if (typeof text !== 'string' || text.length > walletLinkLimit || !/^[!-~]+$/.test(text) || /[\\"<>^`{|}]/.test(text)) return undefined
  if (!URL.canParse(text)) return undefined
  const { protocol, hostname, username, password, href } = new URL(text)
  if (username || password) return undefined
  if (kind === 'native') return isNative(text) ? text : undefined
  const isHere = protocol === 'http:' && isLoopback(hostname) && isLoopback(globalThis.location?.hostname)
  return (protocol === 'https:' || isHere) && hostname && /^https?:\/\/[^/?#@]+([/?#]|$)/i.test(text) ? href : undefined
}

function isNative(text: string): boolean {
  const scheme = /^([a-z][a-z0-9+.-]{0,63}):\/\//i.exec(text)?.[1]?.toLowerCase()
  return scheme !== undefined && !reserved.has(scheme) && !reservedFamilies.test(scheme)
}
