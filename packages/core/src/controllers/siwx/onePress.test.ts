import { fakeAddress, fakeAdapter, fakeConnector, testPortico, type FakeAdapterOptions } from '@portico/testing'
import { describe, expect, test, vi } from 'vitest'
import type { ConnectRequest } from '../../adapter.js'
import type { Connector } from '../../connector.js'
import { connect } from '../connection/connect.js'
import { publishConnectors } from '../connection/connectors.js'
import { activeConnection, connectionStore } from '../connection/store.js'
import type { SignedIn, SignInOffer } from './capability.js'
import { onePressOf, type OnePressAnswer } from './onePress.js'
import { readSignedIn } from './readSignedIn.js'

const offer: SignInOffer = {
  domain: 'shop.example',
  uri: 'https://shop.example/login',
  nonce: 'd41d8cd98f00b204',
  issuedAt: '2026-11-22T10:00:00Z',
  expirationTime: '2026-11-23T10:00:00Z',
  chains: ['eip155:1'],
}
const signed: SignedIn = { message: 'shop.example wants you to sign in', signature: '0x01', networkId: 'eip155:1', address: fakeAddress }

function setUp(adapterOptions: FakeAdapterOptions = {}, connector: Partial<Connector> = {}) {
  const adapter = fakeAdapter(adapterOptions)
  const portico = testPortico({ adapters: [adapter] })
  publishConnectors(portico, 'eip155', [fakeConnector(connector)])
  const taken: (OnePressAnswer & { readonly isConnected: boolean })[] = []
  const signIn = vi.fn(() => Promise.resolve(offer))
  onePressOf.put(portico, {
    offer: signIn,
    take: (answer) => void taken.push({ ...answer, isConnected: activeConnection(connectionStore(portico).getState()) !== undefined }),
  })
  return { portico, taken, signIn }
}

describe('connecting and signing in with one question', () => {
  test('a chain family asks for the offer where its wallet can, and what was signed is there before the connection is', async () => {
    const ask = vi.fn(async ({ signIn }: ConnectRequest) => {
      await signIn?.(['eip155'])
      return { addresses: [fakeAddress], networkId: 'eip155:1', signedIn: [signed] } as const
    })
    const { portico, taken, signIn } = setUp({ connect: ask })
    await connect(portico, { connectorId: 'com.harbor' })
    expect(signIn).toHaveBeenCalledExactlyOnceWith(['eip155'])
    expect(taken).toEqual([{ namespace: 'eip155', connectorId: 'com.harbor', signedIn: [signed], isConnected: false }])
  })

  test('a wallet elsewhere has signed by the time that it lets the site in: its chain family is not asked to', async () => {
    const ask = vi.fn(() => Promise.resolve({ addresses: [fakeAddress], networkId: 'eip155:1' } as const))
    const link = {
      state: () => ({ status: 'idle' }) as const,
      subscribe: () => () => undefined,
      prepare: () => undefined,
      cancel: () => undefined,
      isOpen: () => false,
      approved: () => ['eip155'] as const,
      approvedNetworkIds: () => ['eip155:1'] as const,
      peer: () => undefined,
      opened: () => undefined,
      signedIn: () => [signed],
    }
    const { portico, taken, signIn } = setUp({ connect: ask }, { kind: 'walletConnect', link })
    await connect(portico, { connectorId: 'com.harbor' })
    expect(ask).toHaveBeenCalledExactlyOnceWith(expect.not.objectContaining({ signIn: expect.anything() as unknown }))
    expect(signIn).not.toHaveBeenCalled()
    expect(taken).toMatchObject([{ signedIn: [signed], isConnected: false }])
  })

  test('a site that does not want that asks for nothing, and a wallet that declines has nothing taken', async () => {
    const ask = vi.fn((_: ConnectRequest) => Promise.reject(new Error('no')))
    const { portico, taken } = setUp({ connect: ask })
    await expect(connect(portico, { connectorId: 'com.harbor' })).rejects.toThrow('no')
    expect(taken).toEqual([])
    onePressOf.clear(portico)
    await expect(connect(portico, { connectorId: 'com.harbor' })).rejects.toThrow('no')
    expect(ask.mock.lastCall?.[0]).not.toHaveProperty('signIn')
  })
})

describe('what a wallet signed', () => {
  test('is read once, without what else it says', () => {
    expect(readSignedIn([{ ...signed, more: 1 }], 'eip155')).toEqual([signed])
  })

  test.each([
    undefined,
    'text',
    {},
    [null],
    [{ ...signed, message: '' }],
    [{ ...signed, message: 'x'.repeat(8_193) }],
    [{ ...signed, signature: 7 }],
    [{ ...signed, address: undefined }],
    [{ ...signed, networkId: 'solana:main' }],
    [signed, { ...signed, networkId: '1' }],
    Array.from({ length: 21 }, () => signed),
  ])('counts for nothing as %j', (value) => {
    expect(readSignedIn(value, 'eip155')).toEqual([])
  })
})
