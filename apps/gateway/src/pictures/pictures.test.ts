import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { migrate, openDatabase } from '@portico/service/database'
import { databases } from '@portico/service/test'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Draw, createDraw, drawTimeoutMs } from './draw.js'
import { createOutside, type OutsideOptions } from './outside.js'
import { createPictures, pictureLimit } from './pictures.js'
import { pictureRoutes } from './routes.js'
import { pictureMigrations } from './tables.js'

const { signal } = new AbortController()
const svg = (body: string, size = 100): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${size}" height="${size}">${body}</svg>`
const bombOfUses = (): string => {
  const groups = Array.from({ length: 9 }, (_, at) =>
    at === 0 ? '<g id="g0"><rect width="1" height="1"/></g>' : `<g id="g${at}">${`<use href="#g${at - 1}"/>`.repeat(10)}</g>`,
  )
  return svg(`<defs>${groups.join('')}</defs><use href="#g8"/>`)
}

let png: Buffer
let asked = 0
const server = createServer((request, response) => {
  asked += 1
  const path = request.url ?? ''
  const answers: Readonly<Record<string, () => void>> = {
    '/cat.png': () => response.setHeader('content-type', 'image/png; charset=binary').end(png),
    '/ipfs/cid/1.png': () => response.end(png),
    '/item': () => response.end(png),
    '/moved': () => response.writeHead(302, { location: '/cat.png' }).end(),
    '/round': () => response.writeHead(302, { location: '/round' }).end(),
    '/to-file': () => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    '/page': () => response.setHeader('content-type', 'text/html').end('<title>No picture</title>'),
    '/large': () => response.end(Buffer.alloc(pictureLimit + 1)),
    ...Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`/heavy/${at}`, () => response.end(Buffer.alloc(1_000_000))])),
    '/use-bomb': () => response.end(bombOfUses()),
    '/huge': () => response.end(svg('', 60_000)),
    '/secret': () => response.end(svg('<image xlink:href="file:///etc/passwd" width="9" height="9"/><rect width="9" height="9"/>')),
  }
  const answer = answers[path]
  if (answer) answer()
  else response.writeHead(404).end()
})
let base = ''

beforeAll(async () => {
  png = await sharp({ create: { width: 900, height: 300, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const outside = (options: OutsideOptions = {}) => createOutside({ allowPrivate: true, ipfs: base, arweave: base, ...options })
const get = (source: string, options?: OutsideOptions) => outside(options)({ source, limit: pictureLimit, signal })

test('reads what chains name: by HTTP, IPFS, Arweave and as data', async () => {
  expect(await get(`${base}/cat.png`)).toMatchObject({ contentType: 'image/png' })
  for (const source of [`${base}/moved`, 'ipfs://cid/1.png', 'ipfs://ipfs/cid/1.png', 'ar://item']) {
    expect((await get(source)).bytes.equals(png), source).toBe(true)
  }
  expect((await get(`data:image/png;base64,${png.toString('base64')}`)).bytes.equals(png)).toBe(true)
  expect(String((await get('data:image/svg+xml;utf8,<svg width="100%" fill="#fff"/>')).bytes)).toBe('<svg width="100%" fill="#fff"/>')
  expect(String((await get('data:text/plain,a%20b')).bytes)).toBe('a b')
})

test("nothing behind the operator's own walls is reached, however its address is written", async () => {
  const port = new URL(base).port
  const before = asked
  const hostile = [
    '127.0.0.1',
    'localhost',
    '0.0.0.0',
    '0',
    '127.1',
    '2130706433',
    '0x7f.1',
    '0x7f000001',
    '017700000001',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '10.0.0.1',
    '192.168.1.1',
    '172.16.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '[fe80::1]',
    '[fd00::1]',
  ]
  for (const host of hostile) {
    const reached = get(`http://${host}/cat.png`, { allowPrivate: false })
    await expect(reached, host).rejects.toMatchObject({ name: 'PictureError', reason: expect.stringMatching(/refused|unavailable/) })
    await expect(get(`http://${host}:${port}/cat.png`, { allowPrivate: false }), host).rejects.toMatchObject({ reason: 'refused' })
  }
  expect(asked).toBe(before)
})

test.each([
  ['a scheme that is none', 'file:///etc/passwd', 'refused'],
  ['no address at all', 'a cat', 'refused'],
  ['an item that makes no address', 'ar:///[', 'refused'],
  ['a name and a password', 'http://me:secret@127.0.0.1/', 'refused'],
  ['data without an end', 'data:image/png;base64', 'unreadable'],
])('%s', async (_, source, reason) => {
  await expect(get(source)).rejects.toMatchObject({ reason })
})

test.each([
  ['/nothing', 'unavailable'],
  ['/round', 'unavailable'],
  ['/to-file', 'refused'],
  ['/large', 'too-large'],
])('%s is %s', async (path, reason) => {
  await expect(get(`${base}${path}`)).rejects.toMatchObject({ reason })
})

test('S35: draws raster and SVG anew, small, as WebP, and nothing of what stands in them', async () => {
  const draw = createDraw()
  const drawn = await draw({ bytes: png, size: 128, signal })
  expect(await sharp(drawn).metadata()).toMatchObject({ format: 'webp', width: 128, height: 43 })
  const script = svg('<script>alert(1)</script><rect width="50" height="50" fill="red" onload="x()"/>')
  const clean = await draw({ bytes: Buffer.from(script), size: 512, signal })
  expect(await sharp(clean).metadata()).toMatchObject({ format: 'webp', width: 100 })
  expect(String(clean)).not.toContain('alert')
})

test('one that never ends is killed, and the next is drawn', async () => {
  const draw = createDraw()
  const began = performance.now()
  const bombs = [1, 2].map(() => draw({ bytes: Buffer.from(bombOfUses()), size: 128, signal }))
  const after = draw({ bytes: png, size: 128, signal })
  for (const bomb of bombs) await expect(bomb).rejects.toMatchObject({ reason: 'too-large' })
  expect(performance.now() - began).toBeLessThan(drawTimeoutMs + 4000)
  expect((await after).byteLength).toBeGreaterThan(0)
})

test('who leaves ends the drawing', async () => {
  const leaving = new AbortController()
  const drawn = createDraw()({ bytes: Buffer.from(bombOfUses()), size: 128, signal: leaving.signal })
  setTimeout(() => leaving.abort(new Error('Gone.')), 200)
  await expect(drawn).rejects.toThrow('Gone.')
})

describe.each(await databases(pictureMigrations))('on $name', ({ fresh, drop }) => {
  afterAll(drop)

  test('a source or an id that Postgres has no place for is no picture, and keeps no other from being one', async () => {
    const db = openDatabase(await fresh())
    await migrate(db, pictureMigrations)
    const pictures = createPictures({ db, outside: outside(), draw: createDraw() })
    const sources = [`${base}/cat\0.png`, `${base}/cat.png`]
    expect([...(await pictures.addressesOf(sources)).keys()]).toEqual([`${base}/cat.png`])
    expect(await pictures.read('\0', 128, signal)).toBeUndefined()
    await db.destroy()
  })

  test('holds no more bytes of pictures that wait to be drawn than there is room for, and goes on when they are', async () => {
    const db = openDatabase(await fresh())
    await migrate(db, pictureMigrations)
    const heavy = Array.from({ length: 20 }, (_, at) => `${base}/heavy/${at}`)
    let drawAll = (): void => {}
    const mayDraw = new Promise<void>((resolve) => (drawAll = resolve))
    const drawn: number[] = []
    const draw: Draw = async ({ bytes }) => {
      drawn.push(bytes.byteLength)
      await mayDraw
      return png
    }
    const pictures = createPictures({ db, outside: outside(), draw, mostBytes: 5_000_000 })
    const ids = [...(await pictures.addressesOf([...heavy, `${base}/cat.png`])).values()].map((url) => url.split('/').at(-1) ?? '')
    const refused: unknown[] = []
    const reads = ids.slice(0, 20).map((id) => pictures.read(id, 128, signal).catch((error: unknown) => void refused.push(error)))
    await expect.poll(() => drawn.length + refused.length).toBe(20)
    expect(drawn.length).toBeLessThanOrEqual(5)
    expect(refused[0]).toMatchObject({ code: 'picture', reason: 'unavailable' })
    drawAll()
    await Promise.all(reads)
    expect(await pictures.read(ids[20] ?? '', 128, signal)).toEqual(png)
    await db.destroy()
  })

  test('gives out what a chain has named, once fetched, and nothing else', async () => {
    const db = openDatabase(await fresh())
    await migrate(db, pictureMigrations)
    const pictures = createPictures({ db, outside: outside(), draw: createDraw() })
    const app = pictureRoutes(pictures)
    const sources = [`${base}/cat.png`, `${base}/page`, `${base}/huge`, `${base}/nothing`, `${base}/secret`]
    const paths = await pictures.addressesOf([...sources, ...sources])
    expect(await pictures.addressesOf(sources)).toEqual(paths)
    const read = (source: string, query = '') => app.request(`${paths.get(source)?.replace('/v1/pictures', '')}${query}`)

    const before = asked
    const [cat, again] = await Promise.all([read(sources[0] ?? ''), read(sources[0] ?? '')])
    expect(asked - before).toBe(1)
    expect(cat.headers.get('content-type')).toBe('image/webp')
    expect(cat.headers.get('cache-control')).toBe('public, max-age=86400')
    expect(await sharp(Buffer.from(await again.arrayBuffer())).metadata()).toMatchObject({ width: 128 })
    expect(await sharp(Buffer.from(await (await read(sources[0] ?? '', '?size=512')).arrayBuffer())).metadata()).toMatchObject({
      width: 512,
    })

    expect((await read(sources[1] ?? '')).status).toBe(422)
    expect(await (await read(sources[2] ?? '')).json()).toMatchObject({ error: { code: 'too-large' } })
    expect((await read(sources[3] ?? '')).status).toBe(502)
    const secret = await sharp(Buffer.from(await (await read(sources[4] ?? '')).arrayBuffer())).metadata()
    expect(secret).toMatchObject({ width: 100 })
    expect((await app.request('/of-somebody-else')).status).toBe(404)
    await db.destroy()
  })
})
