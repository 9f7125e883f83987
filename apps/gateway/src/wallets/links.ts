/** Schemes that a browser or a phone acts upon itself: opening one never opens a wallet (S19). */
const reserved = new Set(
  (
    'about blob chrome chrome-extension content data edge facetime file filesystem firefox firefox-focus focus ftp geo googlechrome ' +
    'googlechromes http https intent itms itms-apps jar javascript mailto maps market microsoft-edge moz-extension opera resource sms ' +
    'sms-to smsto ssh tel touch-http touch-https vbscript view-source ws wss'
  ).split(' '),
)

/** Schemes that are not one wallet's: of the protocol, and of the templates that apps are made from. The wrong app would answer. */
const shared = new Set(['wc', 'myapp'])

/** The longest link that a listing may hold. */
export const linkLimit = 200

/**
 * Whether it is an https URL of a host with a public-looking name, as a URL parser would write it: no port, no credentials, no
 * fragment, no host that is an IP address.
 */
export function isHttpsUrl(value: string): boolean {
  if (value.length > linkLimit || !/^https:\/\/[!-~]+$/.test(value) || /[\\"<>^`{|}*]/.test(value)) return false
  if (!URL.canParse(value)) return false
  const { protocol, hostname, port, username, password, hash, href } = new URL(value)
  const plain = port === '' && username === '' && password === '' && hash === '' && !value.endsWith('#')
  return protocol === 'https:' && plain && isHostname(hostname) && (href === value || href === `${value}/`)
}

/** Whether it is `scheme://`, maybe with a path and a query, of a scheme that can be a wallet's own. The scheme is in lower case. */
export function isNativeLink(value: string): boolean {
  if (value.length > linkLimit) return false
  const scheme = /^([a-z][a-z0-9+.-]{0,63}):\/\/[A-Za-z0-9._~\-/]*(\?[A-Za-z0-9._~\-/=&%:]+)?$/.exec(value)?.[1]
  return scheme !== undefined && !reserved.has(scheme) && !shared.has(scheme)
}

/** Whether it is a host name with a dot whose last label is not a number. */
function isHostname(hostname: string): boolean {
  return /^([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(hostname)
}
