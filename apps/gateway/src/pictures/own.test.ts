import { expect, test } from 'vitest'
import type { Balance, HistoryPage, NftPage } from '../providers/wire.js'
import { createOwnPictures } from './own.js'
import type { Pictures } from './pictures.js'

const pictures: Pictures = {
  addressesOf: (sources) =>
    Promise.resolve(new Map(sources.map((source) => [source, `https://gateway.example/v1/pictures/${source.length}`]))),
  read: () => Promise.resolve(undefined),
}
const source = 'https://stranger.example/logo.png'
const own = `https://gateway.example/v1/pictures/${source.length}`

const balance = (iconUrl: string): Balance => ({
  name: 'Token',
  symbol: 'TKN',
  chainId: 'eip155:1',
  price: 0,
  quantity: { decimals: '6', numeric: '1' },
  iconUrl,
})
const common = { direction: 'in', quantity: { numeric: '1' }, value: null, price: null } as const
const history: HistoryPage = {
  data: [
    {
      id: '1',
      metadata: {
        operationType: 'receive',
        hash: '0x1',
        minedAt: '2026-01-01T00:00:00Z',
        sentFrom: 'a',
        sentTo: 'b',
        status: 'confirmed',
        nonce: 0,
        chain: 'eip155:1',
        application: { name: null, iconUrl: null },
      },
      transfers: [
        { ...common, fungible_info: { name: 'T', symbol: 'T', icon: { url: source } } },
        { ...common, fungible_info: { name: 'T', symbol: 'T', icon: null } },
        {
          ...common,
          nft_info: { name: 'N', content: { preview: { url: source, content_type: null }, detail: null }, flags: { is_spam: false } },
        },
      ],
    },
  ],
  next: null,
}
const nfts: NftPage = {
  data: [
    {
      id: 'eip155:1/erc721:0x1/1',
      chainId: 'eip155:1',
      standard: 'erc721',
      address: 'eip155:1:0x1',
      tokenId: '1',
      quantity: '1',
      name: 'N',
      collection: { name: '', symbol: '' },
      content: { preview: { url: source, content_type: null }, detail: null },
      flags: { is_spam: false },
    },
  ],
  next: 'two',
}

test('no picture of an answer is anywhere but at this gateway', async () => {
  const turned = createOwnPictures(pictures)
  expect((await turned.balances([balance(source), balance('')])).map(({ iconUrl }) => iconUrl)).toEqual([own, ''])
  const page = await turned.history(history)
  expect(page.data[0]?.transfers).toMatchObject([
    { fungible_info: { icon: { url: own } } },
    { fungible_info: { icon: null } },
    { nft_info: { content: { preview: { url: own } } } },
  ])
  const shown = await turned.nfts(nfts)
  expect(shown).toMatchObject({ data: [{ content: { preview: { url: own }, detail: { url: `${own}?size=512` } } }], next: 'two' })
  expect(JSON.stringify([page, shown])).not.toContain('stranger')
})

test('where there are no pictures, none is named', async () => {
  const none = createOwnPictures(undefined)
  const all = [await none.balances([balance(source)]), await none.history(history), await none.nfts(nfts)]
  expect(JSON.stringify(all)).not.toContain('stranger')
})
