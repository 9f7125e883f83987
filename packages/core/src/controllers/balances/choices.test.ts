import { fakeAdapter, fakeAddress, memoryStorage, testPortico } from '@portico/testing'
import { expect, test, vi } from 'vitest'
import { queryClientOf } from '../../portico/query.js'
import type { PorticoStorage } from '../../storage/storage.js'
import type { TokenBalance } from './capability.js'
import { addToken, balancesQuery, canAddTokens, getPortfolio, hideToken, isListed, lookUpToken, showToken } from './index.js'
import { choiceLimits } from './tokenChoices.js'

const networkId = 'eip155:1'
const holder = { address: fakeAddress, networkId } as const
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const dust = '0x1111111111111111111111111111111111111111'
const rare = '0x2222222222222222222222222222222222222222'
const person = '0x3333333333333333333333333333333333333333'
const tokenOf = (address: string, symbol: string, units: bigint, decimals = 6): TokenBalance => ({ address, symbol, units, decimals })

interface Parts {
  readonly storage?: PorticoStorage
  /** Tokens that the chain knows beside those that are listed. */
  readonly known?: Readonly<Record<string, TokenBalance>>
}

/** An account with a coin and two tokens that are listed. */
function setUp({ storage = memoryStorage(), known = { [rare]: tokenOf(rare, 'RARE', 0n) } }: Parts = {}) {
  const adapter = fakeAdapter({
    getBalance: () => Promise.resolve(5n),
    getTokenBalances: () => Promise.resolve([tokenOf(usdc, 'USDC', 7n), tokenOf(dust, 'DUST', 9n)]),
    getToken: ({ token }) => Promise.resolve(known[token]),
    readAddress: ({ text }) => Promise.resolve(/^0x[0-9a-f]{40}$/i.test(text) ? text : undefined),
    inspectRecipient: ({ address }) => Promise.resolve(address === person ? 'account' : 'contract'),
  })
  const portico = testPortico({ adapters: [adapter], storage })
  const held = () => queryClientOf(portico).fetchQuery(balancesQuery(portico, holder))
  const listed = async () => (await held()).filter(isListed).map(({ symbol }) => symbol)
  return { portico, adapter, storage, held, listed }
}

test('a hidden token leaves the list at once, whatever the case of its address, and stays away after a reload', async () => {
  const { portico, storage, listed } = setUp()
  expect(await listed()).toEqual(['ETH', 'USDC', 'DUST'])
  hideToken(portico, { ...holder, token: usdc.toLowerCase() })
  expect(await listed()).toEqual(['ETH', 'DUST'])
  const later = setUp({ storage })
  expect(await later.listed()).toEqual(['ETH', 'DUST'])
  expect(await later.held()).toContainEqual(expect.objectContaining({ symbol: 'USDC', hidden: true }))
  showToken(later.portico, { ...holder, token: usdc })
  expect(await later.listed()).toEqual(['ETH', 'USDC', 'DUST'])
})

test('what is hidden is in no portfolio, and hidden for one account it is there for another', async () => {
  const { portico } = setUp()
  hideToken(portico, { ...holder, token: dust })
  const other = { address: '0x9999999999999999999999999999999999999999', networkId } as const
  const [mine, theirs] = (await getPortfolio(portico, { accounts: [holder, other] })).accounts
  expect(mine?.tokens.map(({ symbol }) => symbol)).toEqual(['ETH', 'USDC'])
  expect(theirs?.tokens.map(({ symbol }) => symbol)).toEqual(['ETH', 'USDC', 'DUST'])
})

test('an added token is asked of the chain, listed although there is none of it, and there after a reload', async () => {
  const { portico, storage, listed } = setUp()
  await listed()
  expect(await lookUpToken(portico, { ...holder, token: ` ${rare} ` })).toEqual({ ...tokenOf(rare, 'RARE', 0n), networkId })
  expect(await listed()).toEqual(['ETH', 'USDC', 'DUST']) // looked at, and not added
  await addToken(portico, { ...holder, token: rare })
  expect(await listed()).toEqual(['ETH', 'USDC', 'DUST', 'RARE'])
  const known = { [rare]: tokenOf(rare, 'RARER', 3n) }
  expect(await setUp({ storage, known }).listed()).toEqual(['ETH', 'USDC', 'DUST', 'RARER'])
})

test('an added token that the chain cannot tell of is left out, and the others are there', async () => {
  const { portico, storage } = setUp()
  await addToken(portico, { ...holder, token: rare })
  expect(await setUp({ storage, known: {} }).listed()).toEqual(['ETH', 'USDC', 'DUST'])
})

test('adding one that is hidden shows it again', async () => {
  const { portico, listed } = setUp()
  hideToken(portico, { ...holder, token: dust })
  expect(await lookUpToken(portico, { ...holder, token: dust })).toMatchObject({ symbol: 'DUST', hidden: true })
  await addToken(portico, { ...holder, token: dust })
  expect(await listed()).toEqual(['ETH', 'USDC', 'DUST'])
})

test.each([
  ['what is no address', 'usdc', 'TokenNotFoundError', 'address'],
  ['nothing', ' ', 'TokenNotFoundError', 'address'],
  ["a person's address", person, 'TokenNotFoundError', 'account'],
  ['a contract that is no token', '0x4444444444444444444444444444444444444444', 'TokenNotFoundError', 'contract'],
  ['a collection, which has no decimals', '0x5555555555555555555555555555555555555555', 'TokenNotFoundError', 'contract'],
  ['one that is listed', usdc.toLowerCase(), 'TokenListedError', undefined],
])('refuses %s', async (_, token, name, reason) => {
  const collection = '0x5555555555555555555555555555555555555555'
  const { portico, listed } = setUp({ known: { [collection]: tokenOf(collection, 'ART', 1n, 0) } })
  await expect(addToken(portico, { ...holder, token })).rejects.toMatchObject({ name, ...(reason && { reason }) })
  expect(await listed()).toEqual(['ETH', 'USDC', 'DUST'])
})

test('says where no token can be added', async () => {
  const portico = testPortico({ adapters: [fakeAdapter()] })
  expect(await canAddTokens(portico, networkId)).toBe(false)
  expect(await canAddTokens(setUp().portico, networkId)).toBe(true)
  await expect(addToken(portico, { ...holder, token: rare })).rejects.toMatchObject({ name: 'CapabilityMissingError' })
})

test('R14: without storage the decisions last as long as the page', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const refuses = () => {
    throw new Error('denied')
  }
  const storage: PorticoStorage = { getItem: refuses, setItem: refuses, removeItem: refuses }
  const { portico, listed } = setUp({ storage })
  await listed()
  hideToken(portico, { ...holder, token: dust })
  await addToken(portico, { ...holder, token: rare })
  expect(await listed()).toEqual(['ETH', 'USDC', 'RARE'])
})

test('S41: what is remembered says which, and nothing of what they are; what is malformed is left out', async () => {
  const name = '@portico/portico/tokens'
  const good = { networkId, address: fakeAddress, hidden: [dust], added: [] }
  const storage = memoryStorage({ [name]: JSON.stringify([null, { ...good, hidden: 'all' }, { ...good, networkId: 'x' }, good]) })
  const { portico, listed } = setUp({ storage })
  expect(await listed()).toEqual(['ETH', 'USDC'])
  await addToken(portico, { ...holder, token: rare })
  expect(JSON.parse(storage.getItem(name) ?? '')).toEqual([{ ...good, added: [rare] }])
  expect(await setUp({ storage: memoryStorage({ [name]: '{' }) }).listed()).toEqual(['ETH', 'USDC', 'DUST'])
})

test('at most so many are kept, the latest', async () => {
  const { portico, storage } = setUp()
  for (let at = 0; at <= choiceLimits.hidden; at += 1) hideToken(portico, { ...holder, token: `0x${at}` })
  const [own] = JSON.parse(storage.getItem('@portico/portico/tokens') ?? '') as [{ hidden: string[] }]
  expect(own.hidden).toHaveLength(choiceLimits.hidden)
  expect(own.hidden[0]).toBe(`0x${choiceLimits.hidden}`)
  expect(await setUp({ storage }).listed()).toEqual(['ETH', 'USDC', 'DUST'])
})
