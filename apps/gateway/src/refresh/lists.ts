import { z } from 'zod'
import { RefreshError } from './errors.js'

/** An open list of wallets, by the name that the data set has for it. */
export const listNames = [
  'thirdweb',
  'rainbowkit',
  'web3-onboard',
  'connectkit',
  'web3icons',
  'solana-wallet-adapter',
  'bitcoin-wallet-adapter',
] as const
export const listName = z.enum(listNames)
export type ListName = z.output<typeof listName>

/** What a list says of one wallet. Untrusted: links are cleaned where they are used. */
export interface Mention {
  readonly list: ListName
  readonly name: string
  readonly rdns?: string
  /** Chain families that being on that list means. Empty where it means none. */
  readonly chains: readonly string[]
  readonly homepage?: string
  readonly ios?: string
  readonly android?: string
  readonly chrome?: string
  /** Whether the list pairs it over WalletConnect. */
  readonly pairs?: boolean
  /** The file of its logo in the list's package. */
  readonly logo?: string
}

const evm = ['eip155']

/** Wallets of RainbowKit in a chunk of its build, which says of which source file each part is. */
export function readRainbowKit(chunk: string): Mention[] {
  const parts = chunk.split(/^\/\/ src\//m).slice(1)
  return parts.flatMap((part): Mention[] => {
    if (!/^wallets\/walletConnectors\/(\w+)\/\1\.ts\n/.test(part)) return []
    const name = /\bname: "([^"]+)"/.exec(part)?.[1]
    const icon = /iconUrl: async \(\) => \(await import\("\.\/([\w-]+\.js)"\)\)/.exec(part)?.[1]
    if (name === undefined || icon === undefined) return []
    const links = linksOf(part, { ios: 'ios', android: 'android', chrome: 'chrome' }, '"')
    const rdns = /\brdns: "([^"]+)"/.exec(part)?.[1]
    const pairs = part.includes('getWalletConnectConnector')
    return [
      { list: 'rainbowkit', name, chains: evm, ...(rdns && { rdns }), ...links, pairs, logo: `dist/wallets/walletConnectors/${icon}` },
    ]
  })
}

/** Wallets of ConnectKit, in its build. @throws RefreshError */
export function readConnectKit(build: string): Mention[] {
  const from = build.indexOf('const walletConfigs = {')
  const parts = build
    .slice(from, build.indexOf('\n};', from))
    .split(/^ {4}(?=\S+: \{|'[^']+': \{)/m)
    .slice(1)
  return found(
    'connectkit',
    parts.flatMap((part): Mention[] => {
      const name = /^ {8}name: '([^']+)'/m.exec(part)?.[1]
      const links = linksOf(part, { ios: 'ios', android: 'android', chrome: 'chrome' }, "'")
      return name === undefined ? [] : [{ list: 'connectkit', name, chains: evm, ...links }]
    }),
  )
}

/** Wallets that Web3-Onboard knows in a page: its table of labels. @throws RefreshError */
export function readOnboard(types: string): Mention[] {
  const labels = Array.from(types.matchAll(/ProviderLabel\["\w+"\] = "([^"]+)"/g), ([, label]) => label ?? '')
  const mentions = labels
    .filter((label) => label !== 'Detected Wallet')
    .map((name): Mention => ({ list: 'web3-onboard', name, chains: evm }))
  return found('web3-onboard', mentions)
}

/** Wallets that web3icons draws, by the names of its files. It draws wallets of all chains. @throws RefreshError */
export function readIconNames(files: readonly string[]): Mention[] {
  const names = files.flatMap((file) => /^([\w-]+)\.svg\.js$/.exec(file)?.[1] ?? [])
  return found(
    'web3icons',
    names.map((name): Mention => ({ list: 'web3icons', name: name.replaceAll('-', ' '), chains: [] })),
  )
}

/** The wallet of one package of the Solana wallet adapter. @throws RefreshError */
export function readSolanaAdapter(module: string): Mention & { picture: Uint8Array<ArrayBuffer> } {
  const name = /WalletName = '([^']+)'/.exec(module)?.[1]
  const homepage = /this\.url = '(https:[^']+)'/.exec(module)?.[1]
  const picture = /[`']data:image\/[a-z+]+;base64,([A-Za-z0-9+/]+={0,2})[`']/.exec(module)?.[1]
  if (name === undefined || picture === undefined) throw new RefreshError("An adapter of Solana can't be read.")
  return {
    list: 'solana-wallet-adapter',
    name,
    chains: ['solana'],
    ...(homepage && { homepage }),
    logo: 'lib/esm/adapter.js',
    picture: new Uint8Array(Buffer.from(picture, 'base64')),
  }
}

/** The picture of a module that is nothing else: SVG as text, or a bitmap in base64. @throws RefreshError */
export function readPictureModule(module: string): Uint8Array<ArrayBuffer> {
  const svg = /"data:image\/svg\+xml,([^"]+)"/.exec(module)?.[1]
  if (svg !== undefined) return new Uint8Array(Buffer.from(decodeURIComponent(svg)))
  const bitmap = /"data:image\/(?:png|jpeg|webp);base64,([A-Za-z0-9+/]+={0,2})"/.exec(module)?.[1]
  if (bitmap === undefined) throw new RefreshError('A module of a picture has none.')
  return new Uint8Array(Buffer.from(bitmap, 'base64'))
}

function linksOf<T extends string>(part: string, names: Record<T, string>, quote: string): Partial<Record<T, string>> {
  const pairs = (Object.entries(names) as [T, string][]).flatMap(([field, name]) => {
    const link = new RegExp(`\\b${name}: ${quote}(https?:[^${quote}]+)${quote}`).exec(part)?.[1]
    return link === undefined ? [] : [[field, link] as const]
  })
  return Object.fromEntries(pairs) as Partial<Record<T, string>>
}

function found(list: ListName, mentions: Mention[]): Mention[] {
  if (mentions.length === 0) throw new RefreshError(`No wallet is found in ${list}: its package has another form.`)
  return mentions
}
