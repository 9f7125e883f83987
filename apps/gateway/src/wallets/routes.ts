import { createPack } from '@portico/service/http'
import { type Context, Hono } from 'hono'
import { answer, immutableCache, listCache, refuse } from '../http/answer.js'
import { searchOf } from '../http/query.js'
import type { WalletData } from './dataSet.js'
import type { Directory } from './directory.js'
import { readWalletsQuery } from './query.js'

/** A picture whose address does not name its version: kept for a day. */
const imageCache = 'public, max-age=86400'

/** The directory of wallets, and their pictures. */
export function walletRoutes(directory: Directory, images: WalletData['images']): Hono {
  const pack = createPack()
  const app = new Hono()

  app.get('/', (context) => {
    const { wallets, count } = directory.list(readWalletsQuery(searchOf(context.req.url)))
    const version = `${directory.versionOf(wallets)}-${count}`
    const body = (): string => `{"data":[${wallets.map(({ json }) => json).join(',')}],"count":${count}}`
    return answer(context, { body, version, type: 'application/json', cache: listCache, pack })
  })

  app.get('/:id', (context) => {
    const found = directory.get(context.req.param('id'))
    if (!found) return unknown(context)
    const version = directory.versionOf([found])
    return answer(context, { body: () => `{"data":${found.json}}`, version, type: 'application/json', cache: listCache, pack })
  })

  app.get('/:id/image', (context) => {
    const found = directory.get(context.req.param('id'))
    const body = found && images.get(found.wallet.id)
    if (!found || !body || found.wallet.image_id === null) return unknown(context)
    const version = found.wallet.image_id
    const named = new URLSearchParams(searchOf(context.req.url)).get('v') === version
    return answer(context, { body: () => body, type: 'image/webp', version, cache: named ? immutableCache : imageCache })
  })
  return app
}

function unknown(context: Context): Response {
  return refuse(context, 404, { code: 'unknown-wallet', message: 'There is no wallet of this id.' })
}
