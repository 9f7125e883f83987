import { createPack } from '@portico/service/http'
import { type Context, Hono } from 'hono'
import { answer, listCache, refuse } from '../http/answer.js'
import { searchOf } from '../http/query.js'
import type { WalletData } from './dataSet.js'
import type { Directory, ListedWallet } from './directory.js'
import { limits, readWalletsQuery } from './query.js'
import type { Wallet } from './schema.js'
import { foldText } from './text.js'

/** What of another modal's features needs no service of its maker, and so is on. The rest would ask a service that is not here. */
const features = ['multi_wallet', 'headless'] as const
const elsewhere = [
  'social_login',
  'swap',
  'onramp',
  'activity',
  'reown_branding',
  'email_capture',
  'fund_from_exchange',
  'payments',
  'reown_authentication',
] as const

/** A picture is kept for a day: what it is named after is its content, but a client may name a wallet. */
const pictureCache = 'public, max-age=86400'

/** A wallet as those clients know one. */
interface OtherWallet {
  id: string
  name: string
  badge_type: Wallet['badge_type']
  description: string | null
  chains: readonly string[]
  homepage: string | null
  image_id: string | null
  /** They ask for a picture by `image_id`. */
  image_url: null
  order: number
  /** A universal link where a wallet takes requests by it, which nothing here says of any. */
  link_mode: null
  mobile_link: string | null
  desktop_link: string | null
  webapp_link: string | null
  app_store: string | null
  play_store: string | null
  chrome_store: string | null
  rdns: string | null
  /** Names of properties in a page, from before EIP-6963: not known here. */
  injected: null
  supports_wc: boolean
  supports_wcpay: false
}

/**
 * The directory in the shape that clients of AppKit and Web3Modal ask for, so that a site points its modal here and changes nothing else:
 * `/getWallets`, `/getWalletImage/:id`, `/public/getAssetImage/:id`, `/getAnalyticsConfig`, `/projects/v1/origins`, `/appkit/v1/config`.
 */
export function otherClientRoutes(directory: Directory, images: WalletData['images']): Hono {
  const app = new Hono()
  const pack = createPack()
  const byPicture = new Map(directory.all.flatMap(({ wallet }) => (wallet.image_id === null ? [] : [[wallet.image_id, wallet]])))

  app.get('/getWallets', (context) => {
    const { wallets, count } = directory.list(readWalletsQuery(querySaid(searchOf(context.req.url))))
    const body = (): string => JSON.stringify({ data: wallets.map(otherWallet), count })
    return answer(context, {
      body,
      version: `other-${directory.versionOf(wallets)}-${count}`,
      type: 'application/json',
      cache: listCache,
      pack,
    })
  })

  const picture = (context: Context): Promise<Response> | Response => {
    const named = context.req.param('id') ?? ''
    const wallet = byPicture.get(named) ?? directory.get(named)?.wallet
    const body = wallet && images.get(wallet.id)
    if (!body || wallet.image_id === null)
      return refuse(context, 404, { code: 'unknown-picture', message: 'There is no picture of this id.' })
    return answer(context, { body: () => body, type: 'image/webp', version: wallet.image_id, cache: pictureCache })
  }
  app.get('/getWalletImage/:id', picture)
  app.get('/public/getAssetImage/:id', picture)

  app.get('/getAnalyticsConfig', (context) => told(context, { isAnalyticsEnabled: false }))
  // None named: the modal may stand on any site.
  app.get('/projects/v1/origins', (context) => told(context, { allowedOrigins: [] }))
  app.get('/appkit/v1/config', (context) =>
    told(context, {
      features: [
        ...features.map((id) => ({ id, isEnabled: true, config: null })),
        ...elsewhere.map((id) => ({ id, isEnabled: false, config: id === 'social_login' || id === 'swap' || id === 'onramp' ? [] : null })),
      ],
    }),
  )
  return app
}

function told(context: Context, value: object): Response {
  context.header('cache-control', listCache)
  return context.json(value)
}

const notLookedAt = ['badge', 'badge_type', 'sort', 'include_pay_only', 'projectId', 'st', 'sv'] as const

/**
 * Their query in the words of ours: `badge_type` is a filter where it says `certified`, `names` are more of `include`, and one letter is no
 * search. They know no limits: they ask for as many entries as a site names wallets, and for whatever was typed.
 */
function querySaid(search: string): string {
  const asked = new URLSearchParams(search)
  const badge = asked.get('badge_type') ?? asked.get('badge')
  for (const field of notLookedAt) asked.delete(field)
  if (badge === 'certified') asked.set('badge', badge)
  const names = asked.get('names')
  if (names) asked.set('include', [asked.get('include'), names].filter(Boolean).join(','))
  if (Number(asked.get('entries')) > limits.entries) asked.set('entries', String(limits.entries))
  const term = foldText(asked.get('search') ?? '').slice(0, limits.search)
  if ([...term].length < 2) asked.delete('search')
  else asked.set('search', term)
  return asked.toString()
}

function otherWallet({ wallet }: ListedWallet): OtherWallet {
  return {
    id: wallet.id,
    name: wallet.name,
    badge_type: wallet.badge_type,
    description: wallet.description,
    chains: wallet.chains,
    homepage: wallet.homepage,
    image_id: wallet.image_id,
    image_url: null,
    order: wallet.order,
    link_mode: null,
    mobile_link: wallet.mobile_link ?? wallet.universal_link,
    desktop_link: wallet.desktop_link,
    webapp_link: wallet.webapp_link,
    app_store: wallet.app_store,
    play_store: wallet.play_store,
    chrome_store: wallet.chrome_store,
    rdns: wallet.rdns,
    injected: null,
    supports_wc: wallet.supports_wc,
    supports_wcpay: false,
  }
}
