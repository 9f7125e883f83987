import { migrate, openDatabase } from '@portico/service/database'
import { databases } from '@portico/service/test'
import { afterAll, describe, expect, test } from 'vitest'
import { PictureError } from '../pictures/errors.js'
import type { Outside } from '../pictures/outside.js'
import { createDescribe, type Item } from './describe.js'
import { nftMigrations } from './tables.js'

const { signal } = new AbortController()
const chain = 'eip155:1'
const item = (tokenId: string): Item => ({ token: '0xcollection', tokenId })

/** A web of documents by their address. */
const web =
  (pages: Readonly<Record<string, unknown>>, asked: string[] = []): Outside =>
  async ({ source }) => {
    asked.push(source)
    if (!Object.hasOwn(pages, source)) throw new PictureError('unavailable', 'Not there.')
    const page = pages[source]
    return { bytes: Buffer.from(typeof page === 'string' ? page : JSON.stringify(page)), contentType: '' }
  }

describe.each(await databases(nftMigrations))('on $name', ({ fresh, drop }) => {
  afterAll(drop)

  async function setUp(outside: Outside, clock = Date.now) {
    const db = openDatabase(await fresh())
    await migrate(db, nftMigrations)
    const told = createDescribe({ db, outside, clock })
    return {
      close: () => db.destroy(),
      ask: (places: Readonly<Record<string, string | undefined>>) => {
        const items = Object.keys(places).map(item)
        return told({ chain, items, placesOf: (some) => Promise.resolve(some.map(({ tokenId }) => places[tokenId])), signal })
      },
    }
  }

  test('what somebody writes into one NFT keeps nobody from seeing the others', async () => {
    const { ask, close } = await setUp(
      web({ 'https://a': { name: 'O\0ne', image: 'https://a.example/\0a.png' }, 'https://b': { name: 'Two', image: 'ipfs://b' } }),
    )
    const said = await ask({ 1: 'https://a', 2: 'https://b' })
    expect(Object.fromEntries(said)).toEqual({
      '0xcollection/1': { name: 'One', picture: 'https://a.example/a.png' },
      '0xcollection/2': { name: 'Two', picture: 'ipfs://b' },
    })
    await close()
  })

  test('reads names and pictures in all their spellings, and nothing of what is none', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'
    const { ask, close } = await setUp(
      web({
        'ipfs://a': { name: 'One', image: 'ipfs://one.png' },
        'https://b': { name: 'Two', image_url: 'https://two.example/2.png', attributes: [1] },
        'https://c': { name: 3, image_data: svg },
        'https://d/000000000000000000000000000000000000000000000000000000000000002a': { name: 'x'.repeat(1000), image: null },
        'https://e': 'no JSON',
        'https://f': { name: 'Six', image: 'javascript:alert(1)' },
        'https://g': [],
      }),
    )
    const said = await ask({
      1: 'ipfs://a',
      2: 'https://b',
      3: 'https://c',
      42: 'https://d/{id}',
      5: 'https://e',
      6: 'https://f',
      7: 'https://g',
      8: undefined,
      9: 'https://nowhere',
    })
    expect(Object.fromEntries(said)).toEqual({
      '0xcollection/1': { name: 'One', picture: 'ipfs://one.png' },
      '0xcollection/2': { name: 'Two', picture: 'https://two.example/2.png' },
      '0xcollection/3': { name: '', picture: `data:image/svg+xml;utf8,${encodeURIComponent(svg)}` },
      '0xcollection/42': { name: 'x'.repeat(300), picture: '' },
      '0xcollection/5': { name: '', picture: '' },
      '0xcollection/6': { name: 'Six', picture: '' },
      '0xcollection/7': { name: '', picture: '' },
      '0xcollection/8': { name: '', picture: '' },
      '0xcollection/9': { name: '', picture: '' },
    })
    await close()
  })

  test('is read once, and what failed again after an hour', async () => {
    const asked: string[] = []
    let now = 0
    const { ask, close } = await setUp(web({ 'https://good': { name: 'Good' } }, asked), () => now)
    const places = { 1: 'https://good', 2: 'https://bad' }
    await ask(places)
    await ask(places)
    expect(asked.toSorted()).toEqual(['https://bad', 'https://good'])
    now = 3_600_001
    await ask(places)
    expect(asked).toHaveLength(3)
    await close()
  })

  test('a server that does not answer holds nobody, and is found later', async () => {
    let answer: ((value: { bytes: Buffer; contentType: string }) => void) | undefined
    const slow: Outside = ({ source }) =>
      source === 'https://slow'
        ? new Promise((resolve) => (answer = resolve))
        : Promise.resolve({ bytes: Buffer.from('{"name":"Quick"}'), contentType: '' })
    const { ask, close } = await setUp(slow)
    const places = { 1: 'https://slow', 2: 'https://quick' }
    const began = performance.now()
    expect([...(await ask(places)).keys()]).toEqual(['0xcollection/2'])
    expect(performance.now() - began).toBeLessThan(6000)
    answer?.({ bytes: Buffer.from('{"name":"Slow"}'), contentType: '' })
    await expect.poll(async () => (await ask(places)).get('0xcollection/1')).toEqual({ name: 'Slow', picture: '' })
    await close()
  })
})
