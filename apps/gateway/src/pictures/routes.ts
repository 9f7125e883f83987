import { Hono } from 'hono'
import { z } from 'zod'
import { InvalidQueryError } from '../errors.js'
import { refuse } from '../http/answer.js'
import { PictureError, type PictureReason } from './errors.js'
import type { Pictures } from './pictures.js'

const size = z.enum(['128', '512']).default('128')

const statuses: Readonly<Record<PictureReason, 404 | 422 | 502>> = { refused: 422, 'too-large': 422, unreadable: 422, unavailable: 502 }

/** `GET /v1/pictures/:id?size=128|512`: a picture that a chain has named, as WebP with its longest side in pixels. */
export function pictureRoutes(pictures: Pictures): Hono {
  const app = new Hono()
  app.get('/:id', async (context) => {
    const wanted = size.safeParse(context.req.query('size'))
    if (!wanted.success) throw new InvalidQueryError(['size is 128 or 512'])
    try {
      const drawn = await pictures.read(context.req.param('id'), wanted.data === '512' ? 512 : 128, context.req.raw.signal)
      if (!drawn) return refuse(context, 404, { code: 'not-found', message: 'There is no picture at this address.' })
      context.header('cache-control', 'public, max-age=86400')
      return context.body(new Uint8Array(drawn), 200, { 'content-type': 'image/webp' })
    } catch (error) {
      if (!(error instanceof PictureError)) throw error
      context.header('cache-control', 'public, max-age=60')
      return refuse(context, statuses[error.reason], { code: error.reason, message: error.message })
    }
  })
  return app
}
