import type { PorticoOptions } from '@portico/core'

/** A wallet as the gateway tells it. */
interface GatewayWallet {
  readonly id: string
  readonly name: string
  readonly chains: readonly string[]
  readonly homepage: string
  readonly mobile_link: string
  readonly app_store: string | null
  readonly play_store: string | null
  readonly chrome_store: string | null
  readonly supports_wc: boolean
  readonly badge_type: 'none' | 'certified'
  readonly image_url: string | null
}

const stems = [
  'Alder',
  'Basalt',
  'Coral',
  'Delta',
  'Ember',
  'Fathom',
  'Granite',
  'Heron',
  'Ibis',
  'Jetty',
  'Kite',
  'Larch',
  'Mosaic',
  'Northstar',
  'Orbit',
  'Prism',
  'Quartz',
  'Reef',
  'Sable',
  'Talus',
]
const ends = ['', ' Wallet', ' One', ' Pay', ' Key', ' Vault', ' Safe', ' Go', ' Pro', ' Hub']

/** Made-up wallets. Every tenth has the operator's badge, unless told otherwise. */
export function gatewayWallets(count: number, { certifiedEach = 10 }: { readonly certifiedEach?: number } = {}): readonly GatewayWallet[] {
  return Array.from({ length: count }, (_, at) => {
    const round = Math.floor(at / (stems.length * ends.length))
    const name = `${stems[at % stems.length]}${ends[Math.floor(at / stems.length) % ends.length]}${round > 0 ? ` ${round + 1}` : ''}`
    const slug = name.toLowerCase().replaceAll(' ', '-')
    return {
      id: `com.${slug}`,
      name,
      chains: ['eip155'],
      homepage: `https://${slug}.example/`,
      mobile_link: `${slug}://`,
      app_store: `https://apps.apple.com/app/id${1_000_000_000 + at}`,
      play_store: `https://play.google.com/store/apps/details?id=com.${slug.replaceAll('-', '')}`,
      chrome_store: at % 2 ? null : `https://chromewebstore.google.com/detail/${'abcdefghijklmnop'.repeat(2)}`,
      supports_wc: true,
      badge_type: certifiedEach > 0 && at % certifiedEach === 0 ? 'certified' : 'none',
      image_url: null,
    }
  })
}

export interface FakeGatewayOptions {
  readonly wallets?: readonly GatewayWallet[]
  /** Called with each request; what it throws or answers is what the page gets, and undefined is the usual answer. */
  readonly intercept?: (url: URL) => Response | Promise<Response | undefined> | undefined
}

/** The options of a portico whose directory is a gateway that answers as ours does, from memory, and the queries that it was asked. */
export function fakeGateway({ wallets = gatewayWallets(540), intercept }: FakeGatewayOptions = {}) {
  const asked: URLSearchParams[] = []
  const answer: typeof fetch = async (input) => {
    const url = new URL(input instanceof Request ? input.url : input)
    asked.push(url.searchParams)
    return (await intercept?.(url)) ?? usual(wallets, url)
  }
  const options: Pick<PorticoOptions, 'apiUrl' | 'fetch'> = { apiUrl: `${location.origin}/no-gateway`, fetch: answer }
  return { options, asked }
}

function usual(wallets: readonly GatewayWallet[], { pathname, searchParams }: URL): Response {
  const id = /\/v1\/wallets\/(.+)$/.exec(pathname)?.[1]
  if (id !== undefined) {
    const data = wallets.find((wallet) => wallet.id === id)
    return data ? Response.json({ data }) : Response.json({ error: { code: 'unknown-wallet', message: 'No such wallet' } }, { status: 404 })
  }
  const listOf = (field: string) => searchParams.get(field)?.split(',')
  const [include, chains, search] = [listOf('include'), listOf('chains'), searchParams.get('search')]
  const found = wallets.filter(
    (wallet) =>
      (!include || include.includes(wallet.id)) &&
      (!chains || wallet.chains.some((chain) => chains.includes(chain))) &&
      (!search || wallet.name.toLowerCase().includes(search)) &&
      (searchParams.get('badge') !== 'certified' || wallet.badge_type === 'certified'),
  )
  const [page, entries] = [Number(searchParams.get('page') ?? 1), Number(searchParams.get('entries') ?? 40)]
  return Response.json({ data: found.slice((page - 1) * entries, page * entries), count: found.length })
}

/** Of a request for the list itself: neither a search, nor a filter, nor a list of names. */
export const isPlain = ({ pathname, searchParams }: Pick<URL, 'pathname' | 'searchParams'>): boolean =>
  pathname.endsWith('/v1/wallets') && !['search', 'badge', 'include'].some((field) => searchParams.has(field))
