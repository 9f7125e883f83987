import * as z from 'zod/mini'
import { catch as orElse } from 'zod/mini'
import { isNamespace } from '../../kit/caip/ids.js'
import type { WalletRecord } from '../../portico/options.js'
import { pictureUrl } from './pictures.js'
import { safeWalletLink, type WalletLinkKind } from './safeLink.js'

/** A wallet's id, as the directory writes it: safe in a path. */
export const directoryId = z.string().check(z.maxLength(64), z.regex(/^[a-z0-9]+(-+[a-z0-9]+)*(\.[a-z0-9]+(-+[a-z0-9]+)*)*$/))

const text = z.string().check(z.minLength(1), z.maxLength(256))
/** Anything may stand here; what is not a string counts as absent. Not as a `catch`, which first writes an error: lists are long, and half of them null. */
const optional = z.optional(
  z.pipe(
    z.unknown(),
    z.transform((value) => (typeof value === 'string' ? value : undefined)),
  ),
)

/** A wallet as `GET /v1/wallets` tells it. Fields that are not known are not looked at; of a wrong one the rest is kept. */
const wallet = z.object({
  id: directoryId,
  name: text,
  homepage: optional,
  chains: orElse(z.array(z.string()), []),
  rdns: orElse(z.optional(z.string().check(z.maxLength(128), z.regex(/^[a-zA-Z0-9-]+(\.[a-zA-Z0-9-]+)+$/))), undefined),
  mobile_link: optional,
  universal_link: optional,
  desktop_link: optional,
  webapp_link: optional,
  app_store: optional,
  play_store: optional,
  chrome_store: optional,
  supports_wc: orElse(z.optional(z.boolean()), undefined),
  badge_type: optional,
  image_url: optional,
})

/** The answer of `GET /v1/wallets`, its entries not read yet: {@link recordOf} does. An answer that is no list is an error. */
export const walletsAnswer = z.object({ data: z.array(z.unknown()), count: z.int().check(z.gte(0)) })

/** Whether a native link belongs to the wallet of that id. */
export type IsOwnLink = (walletId: string, link: string) => boolean

/** The answer of `GET /v1/wallets/:id`. */
export const walletAnswer = (apiUrl: string, isOwnLink: IsOwnLink) =>
  z.pipe(
    z.object({ data: wallet }),
    z.transform(({ data }) => toRecord(data, apiUrl, isOwnLink)),
  )

/** An entry of the list; undefined where it is no wallet. */
export function recordOf(entry: unknown, apiUrl: string, isOwnLink: IsOwnLink): WalletRecord | undefined {
  const parsed = z.safeParse(wallet, entry)
  return parsed.success ? toRecord(parsed.data, apiUrl, isOwnLink) : undefined
}

/** As the rest of Portico knows a wallet. A link that may not be opened, or is not this wallet's own, is left out (S19). */
function toRecord(entry: z.output<typeof wallet>, apiUrl: string, isOwnLink: IsOwnLink): WalletRecord {
  const { id, name, rdns, supports_wc: walletConnect } = entry
  const links: readonly (readonly [keyof WalletRecord, string | undefined, WalletLinkKind, RegExp?])[] = [
    ['homepage', entry.homepage, 'https'],
    [
      'extension',
      entry.chrome_store,
      'https',
      /^https:\/\/(chromewebstore\.google\.com|chrome\.google\.com|addons\.mozilla\.org|microsoftedge\.microsoft\.com)\//,
    ],
    ['ios', entry.app_store, 'https', /^https:\/\/(apps|itunes)\.apple\.com\//],
    ['android', entry.play_store, 'https', /^https:\/\/play\.google\.com\//],
    ['universalLink', entry.universal_link, 'https'],
    ['mobileLink', entry.mobile_link, 'native'],
    ['desktopLink', entry.desktop_link, 'native'],
    ['webLink', entry.webapp_link, 'https'],
  ]
  const safe = links.flatMap(([field, given, kind, hosts]) => {
    const link = safeWalletLink(given, kind)
    return link && (!hosts || hosts.test(link)) && (kind === 'https' || isOwnLink(id, link)) ? [[field, link] as const] : []
  })
  const icon = pictureUrl(entry.image_url, apiUrl)
  const namespaces = [...new Set(entry.chains.map((chain) => chain.split(':')[0]))].filter(isNamespace)
  return {
    id,
    name,
    ...(icon && { icon }),
    ...(rdns && { rdns }),
    ...Object.fromEntries(safe),
    ...(walletConnect !== undefined && { walletConnect }),
    ...(entry.badge_type === 'certified' && { certified: true }),
    ...(entry.chains.length > 0 && { namespaces }), // none of ours is not the same as not known
  }
}
