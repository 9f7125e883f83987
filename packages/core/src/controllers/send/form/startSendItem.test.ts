import { expect, test, vi } from 'vitest'
import type { Nft } from '../../nfts/schema.js'
import { queryClientOf } from '../../../portico/query.js'
import { sentRowsOf } from '../../activity/sentRows.js'
import { sentStore } from '../../activity/sent.js'
import { checkSend } from './checkSend.js'
import { setSendAmount, setSendToken } from './editSend.js'
import { fillMaximum } from './fillMaximum.js'
import { fakeAddress, friend, networkId, usdc, withWallet } from './send.test.helper.js'
import { setRecipient } from './setRecipient.js'
import { startSend } from './startSend.js'
import { startSendItem, tokenOfNft } from './startSendItem.js'
import { sendFormStore } from './store.js'
import { submitSend } from './submitSend.js'

const collection = '0xc011Ec7100000000000000000000000000000000'
const nft: Nft = {
  id: `${networkId}/erc1155:${collection}/7`,
  networkId,
  standard: 'erc1155',
  address: collection,
  tokenId: '7',
  quantity: 12n,
  name: 'Night Portal',
  collection: 'Threshold Studies',
  picture: 'https://gateway.example/7.webp',
}

async function withItem(held = 12n, change: Partial<Nft> = {}) {
  const asked: unknown[] = []
  const wallet = await withWallet({
    getItemUnits: () => Promise.resolve(held),
    sendTransaction: (request) => Promise.resolve((asked.push(request), '0xhash')),
  })
  const form = () => sendFormStore(wallet.portico).getState()
  startSend(wallet.portico)
  startSendItem(wallet.portico, { nft: { ...nft, ...change } })
  setRecipient(wallet.portico, friend)
  await vi.waitFor(() => expect(form().recipient).toMatchObject({ status: 'found', kind: 'account' }))
  return { ...wallet, asked, form }
}

test('several of one item are sent exactly as they were asked for, and stand in the activity by their name', async () => {
  const { portico, asked, form } = await withItem()
  expect(form()).toMatchObject({ amount: '1', unit: 'token', token: { units: 12n, decimals: 0, item: { tokenId: 7n } } })
  setSendAmount(portico, '3')
  await submitSend(portico)
  expect(asked).toMatchObject([{ to: friend, token: collection, tokenId: 7n, value: 3n }])
  expect(form().progress).toMatchObject({ status: 'confirmed' })
  queryClientOf(portico).setQueryData(['nfts', networkId, fakeAddress], { pages: [{ nfts: [nft] }], pageParams: [undefined] })
  const rows = sentRowsOf(portico, sentStore(portico).getState(), { address: fakeAddress, networkId }, [])
  expect(rows).toMatchObject([{ operation: 'send', transfers: [{ kind: 'nft', name: 'Night Portal', units: 3n, tokenId: '7' }] }])
})

test('Max is all of an item, half of one is none, and more than there are are too many', async () => {
  const { portico, form } = await withItem()
  await fillMaximum(portico)
  expect(checkSend(form())).toMatchObject({ status: 'ready', transfer: { units: 12n } })
  for (const [amount, status] of [
    ['1.5', 'incorrectValue'],
    ['0', 'incorrectValue'],
    ['13', 'insufficientFunds'],
  ] as const) {
    setSendAmount(portico, amount)
    expect(checkSend(form()).status).toBe(status)
  }
})

test('the chain is asked whether the item is still there before the wallet is', async () => {
  const { portico, asked, form } = await withItem(0n)
  await submitSend(portico)
  expect(form().progress).toMatchObject({ status: 'failed', error: { name: 'ItemNotHeldError' } })
  expect(asked).toEqual([])
})

test('coming back to the view keeps what was changed, and another press begins anew', async () => {
  const { portico, form } = await withItem()
  const params = { nft }
  startSendItem(portico, params)
  setSendToken(portico, usdc)
  startSendItem(portico, params)
  expect(form()).toMatchObject({ token: { symbol: 'USDC' }, amount: '' })
  startSendItem(portico, { nft })
  expect(form()).toMatchObject({ token: { item: { tokenId: 7n } }, amount: '1' })
})

test('an NFT of another network, of another standard or without a number is not put into the form', async () => {
  const { portico, form } = await withItem(1n, { networkId: 'eip155:10' })
  expect(form().token).toBeUndefined()
  for (const change of [
    { standard: 'metaplex' },
    { tokenId: 'seven' },
    { tokenId: String(2n ** 256n) },
    { quantity: 0n },
  ] satisfies Partial<Nft>[]) {
    expect(tokenOfNft({ ...nft, ...change })).toBeUndefined()
    startSendItem(portico, { nft: { ...nft, ...change } })
    expect(form().token).toBeUndefined()
  }
  expect(tokenOfNft({ ...nft, name: '' })?.name).toBe('Threshold Studies #7')
})
