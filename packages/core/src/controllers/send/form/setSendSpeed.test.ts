import { expect, test, vi } from 'vitest'
import type { FakeAdapterOptions } from '@portico/testing'
import { queryClientOf } from '../../../portico/query.js'
import { setSendAmount, setSendToken } from './editSend.js'
import { feeSpeedsQuery } from './fees.js'
import { fillMaximum } from './fillMaximum.js'
import { ether, friend, networkId, withWallet } from './send.test.helper.js'
import { setRecipient } from './setRecipient.js'
import { setSendSpeed } from './setSendSpeed.js'
import { startSend } from './startSend.js'
import { sendFormStore } from './store.js'
import { submitSend } from './submitSend.js'

const choices = [{ speed: 'slow', seconds: 60 }, { speed: 'standard', seconds: 24 }, { speed: 'fast' }] as const

async function filled(adapter: FakeAdapterOptions = {}) {
  const asked: unknown[] = []
  const wallet = await withWallet({
    getFeeSpeeds: () => Promise.resolve(choices),
    getMaximum: ({ speed }) => Promise.resolve(speed === 'fast' ? 10n ** 18n : 2n * 10n ** 18n - 1n),
    sendTransaction: (request) => Promise.resolve((asked.push(request), '0xhash')),
    ...adapter,
  })
  startSend(wallet.portico)
  setSendToken(wallet.portico, ether)
  setRecipient(wallet.portico, friend)
  await vi.waitFor(() => expect(sendFormStore(wallet.portico).getState().recipient.status).toBe('found'))
  return { ...wallet, asked, amount: () => sendFormStore(wallet.portico).getState().amount }
}

test('Max follows the speed, and an amount of the visitor’s own does not', async () => {
  const { portico, amount } = await filled()
  await fillMaximum(portico)
  expect(amount()).toBe('1.999999999999999999')
  setSendSpeed(portico, 'fast')
  await vi.waitFor(() => expect(amount()).toBe('1'))
  setSendAmount(portico, '1.5')
  setSendSpeed(portico, 'standard')
  await Promise.resolve()
  expect(amount()).toBe('1.5')
})

test('the wallet is asked at the chosen speed, and at the standard one decides itself', async () => {
  const { portico, asked } = await filled()
  setSendAmount(portico, '1')
  setSendSpeed(portico, 'fast')
  await submitSend(portico)
  expect(asked).toMatchObject([{ value: 10n ** 18n, speed: 'fast' }])
  const standard = await filled()
  setSendAmount(standard.portico, '1')
  await submitSend(standard.portico)
  expect(standard.asked[0]).not.toHaveProperty('speed')
})

test('a chain that sells its space by size works out its rate itself, so that all there is can give way to one that has risen', async () => {
  const { portico, asked } = await filled({ getFeeRates: () => Promise.resolve({ slow: 1, standard: 2, fast: 9 }) })
  setSendAmount(portico, '1')
  setSendSpeed(portico, 'fast')
  await submitSend(portico)
  expect(asked).toMatchObject([{ speed: 'fast' }])
  expect(asked[0]).not.toHaveProperty('feeRate')
})

test('there is a choice where the chain has one', async () => {
  const speedsOf = async (adapter: FakeAdapterOptions) => {
    const { portico } = await filled(adapter)
    return queryClientOf(portico).fetchQuery(feeSpeedsQuery(portico, networkId))
  }
  expect(await speedsOf({})).toEqual(choices)
  expect(await speedsOf({ getFeeSpeeds: () => Promise.resolve([]) })).toEqual([])
})

test('the choice is an account’s, whose wallet may set the price itself', async () => {
  const { portico } = await filled({ getFeeSpeeds: ({ address }) => Promise.resolve(address === '0xsmart' ? [] : choices) })
  const client = queryClientOf(portico)
  expect(await client.fetchQuery(feeSpeedsQuery(portico, networkId, '0xplain'))).toEqual(choices)
  expect(await client.fetchQuery(feeSpeedsQuery(portico, networkId, '0xsmart'))).toEqual([])
})
