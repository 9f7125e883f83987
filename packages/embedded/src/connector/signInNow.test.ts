import { onePressOf, type AskOffer, type SignInOffer } from '@portico/core/kit'
import { afterEach, expect, test, vi } from 'vitest'
import { endSites, site, type Site } from '../test/site.js'

const sites: Site[] = []
afterEach(() => {
  vi.useRealTimers()
  endSites(sites)
})

const offer: SignInOffer = {
  domain: 'shop.example',
  uri: 'https://shop.example/login',
  statement: 'Sign in to the shop.',
  nonce: 'd41d8cd98f00b204e9800998ecf8427e',
  issuedAt: '2026-11-22T10:00:00Z',
  expirationTime: '2026-11-23T10:00:00Z',
  chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'eip155:10', 'eip155:1'],
}
const signedIn = { message: 'text', signature: '0x01', networkId: 'eip155:1' } as const

function open(asking: AskOffer | undefined, given: Parameters<typeof site>[0] = {}) {
  const made = site({ handlers: { ENTER_CODE: ({ signIn }) => (signIn ? { signedIn } : {}) }, ...given })
  sites.push(made)
  if (asking) onePressOf.put(made.portico, { offer: asking, take: () => undefined })
  return made
}
const { chains: _chains, ...fields } = offer

test('the code of a login signs in to the site as well, on the network in use, with one question', async () => {
  const asking = vi.fn(async () => offer)
  const { connector, asked } = open(asking)
  expect(await connector.embedded.enterCode('login')).toEqual({ signedIn })
  expect(asking).toHaveBeenCalledExactlyOnceWith(['eip155'])
  expect(asked).toEqual([['ENTER_CODE', { purpose: 'login', signIn: { ...fields, chainId: 'eip155:1' } }]])
})

test('the code of another address signs nothing, and a site that has nothing to sign now, or more than a login is for, gets a login', async () => {
  const plain = [['ENTER_CODE', { purpose: 'login' }]]
  for (const asking of [
    undefined,
    async () => undefined,
    () => Promise.reject(new Error('away')),
    async () => ({ ...offer, resources: ['https://shop.example/terms'] }),
    async () => ({ ...offer, chains: ['bip122:000000000019d6689c085ae165831e93'] as const }),
  ] satisfies readonly (AskOffer | undefined)[]) {
    const { connector, asked } = open(asking)
    expect(await connector.embedded.enterCode('login')).toEqual({})
    expect(asked).toEqual(plain)
  }
  const { connector, asked } = open(async () => offer)
  await connector.embedded.enterCode('emailUpdate')
  expect(asked).toEqual([['ENTER_CODE', { purpose: 'emailUpdate' }]])
})

test('a site that does not say within 3 s holds nobody up', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { connector, asked } = open(() => new Promise(() => undefined))
  const entering = connector.embedded.enterCode('login')
  await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0), 20_000)
  await vi.advanceTimersByTimeAsync(3_001)
  vi.useRealTimers()
  expect(await entering).toEqual({})
  expect(asked).toEqual([['ENTER_CODE', { purpose: 'login' }]])
})

test('a frame that does not know of it yet is asked for the code alone; any other refusal stands', async () => {
  const refusing = (code: number) => ({
    handlers: {
      ENTER_CODE: ({ signIn }: { readonly signIn?: unknown }) => {
        if (signIn) throw Object.assign(new Error('Invalid request'), { code })
        return {}
      },
    },
  })
  const old = open(async () => offer, refusing(-32600))
  expect(await old.connector.embedded.enterCode('login')).toEqual({})
  expect(old.asked).toHaveLength(2)
  const other = open(async () => offer, refusing(4001))
  await expect(other.connector.embedded.enterCode('login')).rejects.toMatchObject({ code: 4001 })
})
