import { type WalletRecord, emptyWallet, walletId, walletRecord } from '../wallets/schema.js'
import { cleanText, foldText } from '../wallets/text.js'
import type { Corrections } from './corrections.js'
import { RefreshError } from './errors.js'
import { type Cleaned, cleanAppStore, cleanChromeStore, cleanHomepage, cleanPlayStore } from './links.js'
import type { ListName, Mention } from './lists.js'

export interface MergeParameters {
  readonly wallets: readonly WalletRecord[]
  /** What the other lists say, the most trusted first. */
  readonly mentions: readonly Mention[]
  readonly corrections: Corrections
}

export interface MergeResult {
  /** In the order of the directory: by how many lists have it, then by the alphabet. */
  wallets: WalletRecord[]
  /** By the wallet's id: where the lists have a logo of it. */
  logos: Map<string, Mention[]>
  /** Wallets of lists that are not in the data set. */
  strangers: { list: ListName; name: string }[]
}

/**
 * Takes in what other lists say: that they have a wallet, which chains that means, pages in stores that were missing, and wallets that
 * `corrections.add` names. A wallet is known by its EIP-6963 name, else by a page in a store, else by its name.
 * @throws RefreshError when a wallet to be added is in none of the lists
 */
export function mergeLists({ wallets, mentions, corrections }: MergeParameters): MergeResult {
  const merged = [...wallets.map((wallet) => ({ ...wallet })), ...Object.entries(corrections.add).map(added)]
  const byHand = new Set(merged.filter(({ chains_from }) => chains_from.includes('correction')).map(({ id }) => id))
  const akaOf = otherNames(corrections)
  const logos = new Map<string, Mention[]>()
  const strangers: MergeResult['strangers'] = []
  for (const mention of mentions) {
    const wallet = findWallet(merged, mention, akaOf)
    if (!wallet) {
      strangers.push({ list: mention.list, name: mention.name })
      continue
    }
    if (!wallet.listed_by.includes(mention.list)) wallet.listed_by = [...wallet.listed_by, mention.list]
    if (!byHand.has(wallet.id) && mention.chains.length > 0) {
      wallet.chains = [...new Set([...wallet.chains, ...mention.chains])]
      wallet.chains_from = [...new Set([...wallet.chains_from, mention.list])]
    }
    const links = linksOf(mention)
    wallet.homepage ??= links.homepage
    wallet.app_store ??= links.app_store
    wallet.play_store ??= links.play_store
    wallet.chrome_store ??= links.chrome_store
    wallet.supports_wc ||= mention.pairs === true
    if (mention.logo !== undefined) logos.set(wallet.id, [...(logos.get(wallet.id) ?? []), mention])
  }
  const unheard = merged.filter(({ listed_by }) => listed_by.length === 0).map(({ id }) => id)
  if (unheard.length > 0) throw new RefreshError(`The corrections add wallets that no list has: ${unheard.join(', ')}`)
  return { wallets: merged.toSorted(compare).map((wallet) => walletRecord.parse(wallet)), logos, strangers }
}

/** A neutral order: nobody is placed by hand, and nobody pays. */
function compare(a: WalletRecord, b: WalletRecord): number {
  const [first, second] = [foldText(a.name), foldText(b.name)]
  return b.listed_by.length - a.listed_by.length || (first < second ? -1 : first > second ? 1 : a.id < b.id ? -1 : 1)
}

function added([id, { name, chains, links = {} }]: [string, Corrections['add'][string]]): WalletRecord {
  return {
    ...emptyWallet(),
    id: walletId.parse(id),
    name: cleanText(name),
    homepage: links.homepage ?? null,
    chains: chains ?? [],
    chains_from: chains ? ['correction'] : [],
    listed_by: [],
    app_store: links.app_store ?? null,
    play_store: links.play_store ?? null,
    chrome_store: links.chrome_store ?? null,
  }
}

/** Wallets' ids by other names of theirs. */
function otherNames({ add, change }: Corrections): ReadonlyMap<string, string> {
  const all = [...Object.entries(add), ...Object.entries(change).map(([listed, entry]) => [entry.id ?? listed, entry] as const)]
  return new Map(all.flatMap(([id, { aka = [] }]) => aka.map((name) => [letters(name), id] as const)))
}

function findWallet(wallets: readonly WalletRecord[], mention: Mention, akaOf: ReadonlyMap<string, string>): WalletRecord | undefined {
  const rdns = mention.rdns?.toLowerCase()
  const byRdns = rdns === undefined ? undefined : wallets.find((wallet) => wallet.rdns?.toLowerCase() === rdns || wallet.id === rdns)
  if (byRdns) return byRdns
  const aka = akaOf.get(letters(mention.name))
  if (aka !== undefined) return wallets.find(({ id }) => id === aka)
  const { app_store, play_store, chrome_store } = linksOf(mention)
  const byStore = wallets.filter(
    (wallet) =>
      (app_store !== null && wallet.app_store === app_store) ||
      (play_store !== null && wallet.play_store === play_store) ||
      (chrome_store !== null && wallet.chrome_store === chrome_store),
  )
  if (byStore.length === 1) return byStore[0]
  const whole = wallets.filter((wallet) => letters(wallet.name) === letters(mention.name))
  if (whole.length === 1) return whole[0]
  const stems = wallets.filter((wallet) => stem(wallet.name) === stem(mention.name))
  return whole.length === 0 && stems.length === 1 ? stems[0] : undefined
}

const letters = (name: string): string => foldText(name).replace(/[^\p{L}\p{N}]/gu, '')
/** A name without what half of them have at the end. */
const stem = (name: string): string => letters(name).replace(/(web3|smart)?wallet$/, '') || letters(name)

type Links = Pick<WalletRecord, 'homepage' | 'app_store' | 'play_store' | 'chrome_store'>

function linksOf({ homepage, ios, android, chrome }: Mention): Links {
  const take = (text: string | undefined, clean: (text: string) => Cleaned): string | null => {
    const cleaned = text === undefined ? undefined : clean(text)
    return cleaned && 'value' in cleaned ? cleaned.value : null
  }
  return {
    homepage: take(homepage, cleanHomepage),
    app_store: take(ios, cleanAppStore),
    play_store: take(android, cleanPlayStore),
    chrome_store: take(chrome, cleanChromeStore),
  }
}
