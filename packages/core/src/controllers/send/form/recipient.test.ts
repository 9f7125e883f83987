import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryStorage } from '@portico/testing'
import { shortAddress } from '../../../kit/amount/address.js'
import type { RecipientKind } from '../capability.js'
import { foreignFamily } from './foreignFamily.js'
import { findLookAlike, pastRecipients, recipientLimit, rememberRecipient } from './knownRecipients.js'
import { fakeAddress, friend, impostor, usdc, withWallet } from './send.test.helper.js'
import { setSendToken } from './editSend.js'
import { setRecipient } from './setRecipient.js'
import { startSend } from './startSend.js'
import { sendFormStore } from './store.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function set(adapter: Parameters<typeof withWallet>[0] = {}, options: Parameters<typeof withWallet>[1] = {}) {
  const { portico } = await withWallet(adapter, options)
  startSend(portico)
  const settled = () => vi.advanceTimersByTimeAsync(0)
  return { portico, settled, recipient: () => sendFormStore(portico).getState().recipient }
}

test('an address is a recipient at once, and the first time it is said so', async () => {
  const { portico, settled, recipient } = await set()
  setRecipient(portico, ` ${friend} `)
  await settled()
  expect(recipient()).toEqual({ status: 'found', address: friend, kind: 'account', warnings: [{ kind: 'firstTime' }] })
  setRecipient(portico, '')
  expect(recipient()).toEqual({ status: 'none' })
})

test('an address is taken as a mail breaks it into lines, and with the invisible marks of a chat; words are not joined', async () => {
  const { portico, settled, recipient } = await set()
  for (const to of [
    `${friend.slice(0, 30)}\n ${friend.slice(30)}`,
    `\u200e${friend}\u2069`,
    `${friend.slice(0, 20)}\u200b${friend.slice(20)}`,
  ]) {
    setRecipient(portico, to)
    await settled()
    expect(recipient()).toMatchObject({ status: 'found', address: friend })
  }
  const words = 'these four words are no address of anyone'
  for (const to of [words, `${friend} ${friend}`, `\u202e${words}`]) {
    setRecipient(portico, to)
    await settled()
    expect(recipient()).toEqual({ status: 'invalid' })
  }
})

test('a name is looked up once it has stood still for 500 ms, and leads to an address that can be seen', async () => {
  const asked: string[] = []
  const { portico, recipient } = await set({
    resolveName: ({ name }) => Promise.resolve((asked.push(name), name === 'noor.eth' ? friend : undefined)),
  })
  setRecipient(portico, 'noo.eth')
  await vi.advanceTimersByTimeAsync(499)
  setRecipient(portico, 'noor.eth')
  expect(recipient()).toEqual({ status: 'looking' })
  await vi.advanceTimersByTimeAsync(499)
  expect(asked).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(asked).toEqual(['noor.eth'])
  expect(recipient()).toMatchObject({ status: 'found', address: friend, name: 'noor.eth' })
  setRecipient(portico, 'nobody.eth')
  await vi.advanceTimersByTimeAsync(500)
  expect(recipient()).toEqual({ status: 'invalid' })
})

test('S17: an address that imitates one which the site has a name for is told by that name', async () => {
  const { portico, settled, recipient } = await set({}, { addressLabels: { [friend]: 'Treasury' } })
  setRecipient(portico, impostor)
  await settled()
  expect(recipient()).toMatchObject({ warnings: [{ kind: 'lookAlike', known: { address: friend, name: 'Treasury' } }] })
  setRecipient(portico, friend)
  await settled()
  expect(recipient()).toMatchObject({ warnings: [{ kind: 'firstTime' }] }) // the site's word for it does not make it known
})

test('a text that is neither address nor name is invalid, and a look-up that fails is not taken for an answer', async () => {
  const { portico, settled, recipient } = await set({ resolveName: () => Promise.reject(new Error('offline')) })
  setRecipient(portico, '0x4c8F02…not-an-address')
  await settled()
  expect(recipient()).toEqual({ status: 'invalid' })
  setRecipient(portico, 'noor.eth')
  await vi.advanceTimersByTimeAsync(500)
  expect(recipient()).toMatchObject({ status: 'failed', error: { name: 'NameResolutionError', cause: { message: 'offline' } } })
})

test('an answer that comes late is not taken for the text that stands there now', async () => {
  let answer: (address: string) => void = () => undefined
  const { portico, settled, recipient } = await set({ resolveName: () => new Promise((resolve) => (answer = resolve)) })
  setRecipient(portico, 'noor.eth')
  await vi.advanceTimersByTimeAsync(500)
  setRecipient(portico, impostor)
  await settled()
  answer(friend)
  await settled()
  expect(recipient()).toMatchObject({ address: impostor })
})

test('warns of a contract, of a token, of the own address and of a contract on another network', async () => {
  let kinds: Record<string, RecipientKind> = { 'eip155:1': 'contract' }
  const { portico, settled, recipient } = await set({
    inspectRecipient: ({ networkId }) => Promise.resolve(kinds[networkId] ?? 'account'),
  })
  const warnings = async (to: string) => {
    setRecipient(portico, to)
    await settled()
    const now = recipient()
    return now.status === 'found' ? now.warnings.map(({ kind }) => kind) : now.status
  }
  expect(await warnings(friend)).toEqual(['contract', 'firstTime'])
  kinds = { 'eip155:1': 'token' }
  expect(await warnings(friend)).toEqual(['token', 'firstTime'])
  kinds = { 'eip155:1': 'burn' }
  expect(await warnings(friend)).toEqual(['burn'])
  kinds = { 'eip155:10': 'contract' }
  expect(await warnings(friend)).toEqual(['otherNetwork', 'firstTime'])
  expect(recipient()).toMatchObject({ warnings: [{ networkId: 'eip155:10' }, {}] })
  kinds = {}
  expect(await warnings(fakeAddress.toLowerCase())).toEqual(['ownAddress'])
  expect(await warnings(`ethereum:${friend}@10`)).toEqual(['otherNetwork', 'firstTime'])
})

test('S17: an address that imitates one that was sent to is flagged, in any case, and the one itself is known', async () => {
  const { portico, settled, recipient } = await set()
  rememberRecipient(portico, { namespace: 'eip155', address: friend, name: 'noor.eth' })
  setRecipient(portico, impostor.toLowerCase())
  await settled()
  expect(recipient()).toMatchObject({ warnings: [{ kind: 'lookAlike', known: { address: friend, name: 'noor.eth' } }] })
  setRecipient(portico, friend.toLowerCase())
  await settled()
  expect(recipient()).toMatchObject({ warnings: [] })
})

test('S17: of 10,000 look-alikes every one is flagged', () => {
  const known = [{ address: friend }]
  const digit = () => Math.floor(Math.random() * 16).toString(16)
  for (let made = 0; made < 10_000; ) {
    const middle = Array.from({ length: 32 }, digit).join('')
    const address = `${friend.slice(0, 4)}${middle}${friend.slice(-6)}`
    if (address.toLowerCase() === friend.toLowerCase()) continue
    made += 1
    expect(shortAddress(address)).toBe(shortAddress(friend))
    if (!findLookAlike(address, known)) throw new Error(address)
  }
})

test('S41: remembers a hundred recipients, past a reload, and takes nothing malformed from storage', async () => {
  const storage = memoryStorage()
  const { portico } = await set({}, { storage })
  for (let at = 0; at <= recipientLimit; at += 1) rememberRecipient(portico, { namespace: 'eip155', address: `0x${at}` })
  rememberRecipient(portico, { namespace: 'eip155', address: '0x50' })
  const { portico: later } = await set({}, { storage })
  const past = pastRecipients(later, 'eip155')
  expect(past).toHaveLength(recipientLimit)
  expect(past[0]?.address).toBe('0x50')
  for (const text of ['{', '5', '[null, {"address": 5}, {"namespace": "eip155", "address": ""}]']) {
    storage.setItem('@portico/portico/recipients', text)
    expect(pastRecipients(later, 'eip155')).toEqual([])
  }
})

test('R14: without storage, this page view still knows whom it sent to', async () => {
  const denied = () => {
    throw new Error('denied')
  }
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { portico } = await set({}, { storage: { getItem: denied, setItem: denied, removeItem: denied } })
  rememberRecipient(portico, { namespace: 'eip155', address: friend })
  expect(pastRecipients(portico, 'eip155')).toEqual([{ namespace: 'eip155', address: friend }])
  vi.restoreAllMocks()
})

test("a token's own contract is said to lose what it is sent, also where nobody can ask the chain", async () => {
  const { portico, settled, recipient } = await set({ inspectRecipient: () => Promise.reject(new Error('offline')) })
  setSendToken(portico, usdc)
  setRecipient(portico, usdc.address?.toLowerCase() ?? '')
  await settled()
  expect(recipient()).toMatchObject({ warnings: [{ kind: 'token' }, { kind: 'firstTime' }] })
})

const solana = '5Z6Ay5NEcbg3xhopc522sBCRXQujkTiuDRnHGfQdcnSf'
const mainnet = 'bip122:000000000019d6689c085ae165831e93'
const regtest = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'

test('an address of another chain family is named as what it is', async () => {
  const { portico, settled, recipient } = await set()
  for (const text of [solana, `solana:${solana}?amount=1`]) {
    setRecipient(portico, text)
    await settled()
    expect(recipient()).toEqual({ status: 'invalid', family: 'Solana' })
  }
  setRecipient(portico, `${friend}0`)
  await settled()
  expect(recipient()).toEqual({ status: 'invalid' })
})

test.each([
  ['eip155:1', solana, 'Solana'],
  ['eip155:1', 'bc1qpmflkvrhqxn288kc43rl3c8urpvdrxjst0darl', 'Bitcoin'],
  ['eip155:1', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'Bitcoin'],
  ['eip155:1', `bitcoin:bc1qpmflkvrhqxn288kc43rl3c8urpvdrxjst0darl`, 'Bitcoin'],
  ['eip155:1', friend, undefined],
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', friend, 'Ethereum'],
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'Bitcoin'],
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', solana, undefined],
  [mainnet, solana, 'Solana'],
  [mainnet, friend, 'Ethereum'],
  [mainnet, 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'Bitcoin Testnet'],
  [mainnet, 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'Bitcoin Testnet'],
  [mainnet, 'bc1qpmflkvrhqxn288kc43rl3c8urpvdrxjst0darl', undefined], // it is misspelt
  [regtest, 'bc1qpmflkvrhqxn288kc43rl3c8urpvdrxjst0darl', 'Bitcoin'],
  [regtest, 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', undefined],
  ['eip155:1', 'noor.eth', undefined],
  ['eip155:1', '1111111111111111111111111111111111111111111', undefined],
] as const)('on %s, %s is an address for %s', (networkId, text, family) => {
  expect(foreignFamily(text, networkId)).toBe(family)
})
