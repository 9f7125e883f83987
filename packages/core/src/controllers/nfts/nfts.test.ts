import { fakeAddress, fakeFetch, testPortico } from '@portico/testing'
import { InfiniteQueryObserver } from '@tanstack/query-core'
import { expect, test } from 'vitest'
import { queryClientOf } from '../../portico/query.js'
import { getNfts, nftsOf, nftsQuery } from './index.js'

const apiUrl = 'https://api.example/below'
const networkId = 'eip155:1'
const holder = { address: fakeAddress, networkId } as const
const entry = (change: object = {}) => ({
  id: `${networkId}/erc721:0xc0/204`,
  chainId: networkId,
  standard: 'erc721',
  address: `${networkId}:0xc0`,
  tokenId: '204',
  quantity: '1',
  name: 'Colonnade #204',
  collection: { name: 'Threshold Studies', symbol: 'TS' },
  content: { preview: { url: '/v1/nfts/image/1', content_type: 'image/webp' }, detail: null },
  flags: { is_spam: false },
  ...change,
})

function setUp(answer: (cursor: string | null) => unknown) {
  const server = fakeFetch(({ url }) =>
    url.pathname.endsWith('/v1/supported-chains')
      ? Response.json({ http: [networkId], ws: [] })
      : Response.json(answer(url.searchParams.get('cursor'))),
  )
  return { server, portico: testPortico({ apiUrl, fetch: server.fetch }) }
}

test('reads NFTs as the gateway tells them, and asks for no picture but those below it (S35)', async () => {
  const tracker = { preview: { url: 'https://tracker.example/a.png', content_type: null }, detail: null }
  const { portico } = setUp(() => ({ data: [entry(), entry({ id: 'b', content: tracker, quantity: '12' })], next: null }))
  expect(await getNfts(portico, holder)).toEqual({
    nfts: [
      {
        id: `${networkId}/erc721:0xc0/204`,
        networkId,
        standard: 'erc721',
        address: '0xc0',
        tokenId: '204',
        quantity: 1n,
        name: 'Colonnade #204',
        collection: 'Threshold Studies',
        picture: `${apiUrl}/v1/nfts/image/1`,
      },
      expect.not.objectContaining({ picture: expect.anything() }),
    ],
    cursor: undefined,
    isEmpty: false,
  })
})

test('leaves out spam, other networks and what cannot be read', async () => {
  const { portico } = setUp(() => ({
    data: [entry({ flags: { is_spam: true } }), entry({ chainId: 'eip155:10' }), { id: 1 }, null],
    next: null,
  }))
  expect(await getNfts(portico, holder)).toEqual({ nfts: [], cursor: undefined, isEmpty: false })
})

test('is empty, and asks nothing more, where no gateway serves the network', async () => {
  const { portico, server } = setUp(() => ({}))
  expect(await getNfts(portico, { ...holder, networkId: 'eip155:10' })).toMatchObject({ nfts: [], isEmpty: true })
  expect(server.calls).toHaveLength(1)
  expect(await getNfts(testPortico(), holder)).toMatchObject({ isEmpty: true })
})

test('R21: a list whose cursor comes again ends, and each NFT is there once', async () => {
  const { portico } = setUp((cursor) => ({ data: [entry(), entry({ id: `at ${cursor}` })], next: cursor === 'a' ? 'b' : 'a' }))
  const observer = new InfiniteQueryObserver(queryClientOf(portico), nftsQuery(portico, holder))
  const stop = observer.subscribe(() => {})
  await observer.refetch()
  while (observer.getCurrentResult().hasNextPage) await observer.fetchNextPage()
  expect(nftsOf(observer.getCurrentResult().data?.pages ?? []).map(({ id }) => id)).toEqual([
    `${networkId}/erc721:0xc0/204`,
    'at null',
    'at a',
    'at b',
  ])
  stop()
})

test('R21: a list of nothing but spam ends', async () => {
  let at = 0
  const { portico } = setUp(() => ({ data: [entry({ flags: { is_spam: true } })], next: String((at += 1)) }))
  const observer = new InfiniteQueryObserver(queryClientOf(portico), nftsQuery(portico, holder))
  const stop = observer.subscribe(() => {})
  await observer.refetch()
  for (let count = 0; observer.getCurrentResult().hasNextPage && count < 50; count += 1) await observer.fetchNextPage()
  expect(observer.getCurrentResult().data?.pages).toHaveLength(5)
  stop()
})
