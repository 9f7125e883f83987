import { imageIdOf, imageLimit, webpSize } from '../wallets/image.js'
import { rdns as rdnsSchema, type WalletRecord, walletId } from '../wallets/schema.js'
import { cleanText, foldText } from '../wallets/text.js'
import type { Corrections } from './corrections.js'
import { RefreshError } from './errors.js'
import {
  type Cleaned,
  cleanAppStore,
  cleanChromeStore,
  cleanHomepage,
  cleanNativeLink,
  cleanPlayStore,
  cleanUniversalLink,
  cleanWebApp,
} from './links.js'
import type { Listing } from './source.js'

/** Something of the source that is not in the data set: a whole listing, or one value of it. */
export interface Dropped {
  id: string
  field?: string
  value?: string
  why: string
}

export interface TransformParameters {
  listings: readonly Listing[]
  /** By the listing's id. */
  images: ReadonlyMap<string, Uint8Array>
  /** Ids of listings, the first first. */
  order: readonly string[]
  corrections: Corrections
}

export interface TransformResult {
  wallets: WalletRecord[]
  /** By the wallet's id. */
  images: Map<string, Uint8Array>
  dropped: Dropped[]
}

/** Pictures are squares of this many pixels. */
const pictureSize = 128

/** Of these at least one must be there: a way to open it, or a place to get it and then scan a code with it. */
const ways = ['rdns', 'mobile_link', 'universal_link', 'desktop_link', 'webapp_link', 'app_store', 'play_store', 'chrome_store'] as const

/**
 * Makes wallets of a package's listings: text cleaned, every link checked, corrections applied, the same wallet listed twice
 * merged, what can't be opened left out.
 * @throws RefreshError when a correction is about a listing that is not there
 */
export function transform({ listings, images, order, corrections }: TransformParameters): TransformResult {
  const dropped: Dropped[] = []
  checkCorrections(listings, corrections)
  const placeOf = new Map(order.map((id, place) => [id, place]))
  const sorted = listings.toSorted((a, b) => (placeOf.get(a.id) ?? order.length) - (placeOf.get(b.id) ?? order.length))

  const made: { wallet: WalletRecord; image: Uint8Array }[] = []
  for (const listing of sorted) {
    const image = images.get(listing.id)
    const reason = corrections.drop[listing.id] ?? objectionToPicture(image)
    if (reason !== undefined || !image) {
      dropped.push({ id: listing.id, why: reason ?? 'has no picture' })
      continue
    }
    const wallet = clean(listing, imageIdOf(image), corrections.change[listing.id], dropped)
    const as = corrections.same[listing.id]?.as
    const twin = made.findIndex((other) => (as === undefined ? isSame(other.wallet, wallet) : other.wallet.id === as))
    const first = made[twin]
    if (first) {
      const merged = merge(first.wallet, wallet)
      const other = merged.id === wallet.id ? first.wallet : wallet
      dropped.push({ id: other.id, why: `is the same wallet as ${merged.id}; what it adds was taken over` })
      made[twin] = { wallet: merged, image: merged.image_id === wallet.image_id ? image : first.image }
    } else made.push({ wallet, image })
  }

  const open = made.filter(({ wallet }) => {
    const openable = ways.some((way) => wallet[way] !== null)
    if (!openable) dropped.push({ id: wallet.id, why: 'has no link left by which it could be opened or got' })
    return openable
  })
  return {
    wallets: open.map(({ wallet }) => wallet),
    images: new Map(open.map(({ wallet, image }) => [wallet.id, image])),
    dropped,
  }
}

function clean(listing: Listing, imageId: string, change: Corrections['change'][string] | undefined, dropped: Dropped[]): WalletRecord {
  const id = walletId.parse(change?.id ?? listing.id.toLowerCase())
  const { app, mobile, desktop } = listing
  const note = (field: string, value: string, why: string): null => {
    dropped.push({ id, field, value: cleanText(value, 100), why })
    return null
  }
  /** The first candidate that can be used; if none can, the reason against the first that is not empty. */
  const take = (field: string, candidates: (string | null)[], use: (text: string) => Cleaned): string | null => {
    const tried = candidates.flatMap((text) => (text?.trim() ? [{ text, cleaned: use(text) }] : []))
    for (const { cleaned } of tried) if ('value' in cleaned) return cleaned.value
    const [refused] = tried
    return refused && 'why' in refused.cleaned ? note(field, refused.text, refused.cleaned.why) : null
  }
  /** Places where an extension's page was written by mistake: looked at, not complained about. */
  const astray = [app.browser, app.edge, app.opera, desktop.universal].filter((text) => text && 'value' in cleanChromeStore(text))

  const homepage = take('homepage', [listing.homepage], cleanHomepage)
  const wallet: WalletRecord = {
    id,
    name: cleanText(listing.name) || id,
    description: null,
    homepage,
    chains: change?.chains ?? [],
    chains_from: change?.chains ? ['correction'] : [],
    listed_by: ['thirdweb'],
    rdns: take('rdns', [listing.rdns], (text) =>
      rdnsSchema.safeParse(text).success && !/\bexample\b/.test(text) ? { value: text } : { why: 'is not a reverse domain name' },
    ),
    mobile_link: take('mobile_link', [mobile.native], cleanNativeLink),
    universal_link: take('universal_link', [mobile.universal], cleanUniversalLink),
    desktop_link: take('desktop_link', [desktop.native], cleanNativeLink),
    webapp_link: take('webapp_link', [desktop.universal, app.browser], (text) =>
      cleanWebApp(text, { homepage, certain: text === desktop.universal }),
    ),
    app_store: take('app_store', [app.ios], cleanAppStore),
    play_store: take('play_store', [app.android], cleanPlayStore),
    chrome_store: take('chrome_store', [app.chrome, ...astray], cleanChromeStore),
    supports_wc: [mobile.native, mobile.universal, desktop.native, desktop.universal].some((text) => text?.trim()),
    image_id: imageId,
  }
  const hasProgram = [app.mac, app.windows, app.linux].some((text) => text?.trim())
  if (wallet.desktop_link !== null && wallet.desktop_link === wallet.mobile_link && !hasProgram) {
    wallet.desktop_link = note('desktop_link', wallet.desktop_link, "is the phone's link again, and no program for a desktop is known")
  }
  // Whoever announces itself by EIP-6963 serves pages of Ethereum's kind.
  if (wallet.rdns !== null && wallet.chains_from.length === 0 && !change?.without?.includes('rdns')) {
    wallet.chains = ['eip155']
    wallet.chains_from = ['eip6963']
  }
  for (const field of change?.without ?? []) {
    const value = wallet[field]
    if (value !== null) wallet[field] = note(field, value, change?.why ?? '')
  }
  return wallet
}

/** By EIP-6963 name, or by name and homepage. */
function isSame(a: WalletRecord, b: WalletRecord): boolean {
  if (a.rdns !== null && a.rdns.toLowerCase() === b.rdns?.toLowerCase()) return true
  const nameOf = ({ name }: WalletRecord): string => foldText(name).replace(/[^\p{L}\p{N}]/gu, '')
  const hostOf = ({ homepage }: WalletRecord): string | undefined => homepage?.split('/')[2]?.replace(/^www\./, '')
  return nameOf(a) === nameOf(b) && hostOf(a) !== undefined && hostOf(a) === hostOf(b)
}

/** One of two: the one that announces itself keeps its id, name and picture, and takes the links that it lacks from the other. */
function merge(first: WalletRecord, second: WalletRecord): WalletRecord {
  const [kept, other] = first.rdns === null && second.rdns !== null ? [second, first] : [first, second]
  return {
    ...kept,
    chains: [...new Set([...kept.chains, ...other.chains])],
    chains_from: [...new Set([...kept.chains_from, ...other.chains_from])],
    supports_wc: kept.supports_wc || other.supports_wc,
    homepage: kept.homepage ?? other.homepage,
    rdns: kept.rdns ?? other.rdns,
    mobile_link: kept.mobile_link ?? other.mobile_link,
    universal_link: kept.universal_link ?? other.universal_link,
    desktop_link: kept.desktop_link ?? other.desktop_link,
    webapp_link: kept.webapp_link ?? other.webapp_link,
    app_store: kept.app_store ?? other.app_store,
    play_store: kept.play_store ?? other.play_store,
    chrome_store: kept.chrome_store ?? other.chrome_store,
  }
}

function objectionToPicture(image: Uint8Array | undefined): string | undefined {
  if (!image) return 'has no picture'
  if (image.length > imageLimit) return `has a picture of more than ${imageLimit} bytes`
  const size = webpSize(image)
  if (size?.width === pictureSize && size.height === pictureSize) return undefined
  return `has a picture that is not WebP of ${pictureSize} × ${pictureSize} pixels`
}

function checkCorrections(listings: readonly Listing[], { drop, same, change }: Corrections): void {
  const ids = new Set(listings.map(({ id }) => id))
  const strangers = [...Object.keys(drop), ...Object.keys(same), ...Object.keys(change)].filter((id) => !ids.has(id))
  if (strangers.length > 0) throw new RefreshError(`The corrections name listings that are not there: ${strangers.join(', ')}`)
}
