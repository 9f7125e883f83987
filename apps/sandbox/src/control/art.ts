import { Hono } from 'hono'
import { tokenArt } from '../life/tokenArt.js'
import { workFile } from '../life/works.js'

/** Pictures of tokens, and metadata and pictures of the NFTs of the seeded life. @param artUrl where these paths begin */
export function artRoutes(artUrl: string): Hono {
  const app = new Hono()
  app.get('/:file', (context) => {
    const file = context.req.param('file')
    const drawn = file.endsWith('.svg') ? tokenArt(file.slice(0, -'.svg'.length)) : undefined
    const found = drawn === undefined ? workFile(file, artUrl) : { type: 'image/svg+xml', bytes: drawn }
    if (!found) return context.notFound()
    // Opened as a page of its own, a picture may run nothing.
    const headers = { 'content-type': found.type, 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox" }
    return context.body(typeof found.bytes === 'string' ? found.bytes : new Uint8Array(found.bytes), 200, headers)
  })
  return app
}
