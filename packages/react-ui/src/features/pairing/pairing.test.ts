import {
  ConnectionTimeoutError,
  PorticoError,
  RequestPendingError,
  UserRejectedError,
  type Attempt,
  type WalletRecord,
} from '@portico/core'
import { fakeAdapter, fakeConnector, testPortico } from '@portico/testing'
import { describe, expect, test } from 'vitest'
import { firstRows } from '../connect/firstRows.js'
import { pairingNamespace } from './pairing.js'
import { pairingConnector } from '../../wallets/pairingConnector.js'
import { pairingStage } from './pairingStage.js'
import { walletList } from '../../wallets/walletList.js'

const connector = fakeConnector({
  id: 'walletConnect',
  kind: 'walletConnect',
  name: 'WalletConnect',
  installed: false,
  namespaces: ['eip155', 'solana'],
})
const waiting: Attempt = { id: 1, connector, status: 'waiting' }
const failed = (error: Error): Attempt => ({ id: 1, connector, status: 'failed', error })
const facts = { asked: true, attempt: undefined, connection: undefined, uri: undefined, late: false }

describe('the stage of a pairing', () => {
  test('goes from preparing to ready with the code, and to expired when its time is over', () => {
    expect(pairingStage({ ...facts, asked: false })).toBe('preparing')
    expect(pairingStage({ ...facts, attempt: waiting })).toBe('preparing')
    expect(pairingStage({ ...facts, attempt: waiting, uri: 'wc:' })).toBe('ready')
    expect(pairingStage({ ...facts, attempt: waiting, uri: 'wc:', late: true })).toBe('expired')
  })

  test('tells a refusal, a request that is open, a code that is too old and everything else apart', () => {
    class ProposalExpiredError extends PorticoError {
      override readonly name = 'ProposalExpiredError'
    }
    expect(pairingStage({ ...facts, attempt: failed(new UserRejectedError()) })).toBe('declined')
    expect(pairingStage({ ...facts, attempt: failed(new RequestPendingError()) })).toBe('pending')
    expect(pairingStage({ ...facts, attempt: failed(new ConnectionTimeoutError()) })).toBe('expired')
    expect(pairingStage({ ...facts, attempt: failed(new ProposalExpiredError('')) })).toBe('expired')
    expect(pairingStage({ ...facts, attempt: failed(new Error('no')) })).toBe('failed')
  })

  test('a session of before is not the one that is asked for', () => {
    const connection = { connector, addresses: ['0x1'] as const, networkId: 'eip155:1' as const, restored: false }
    expect(pairingStage({ ...facts, asked: false, connection })).toBe('preparing')
    expect(pairingStage({ ...facts, attempt: waiting, connection })).toBe('preparing')
    expect(pairingStage({ ...facts, connection })).toBe('connected')
    expect(pairingStage(facts)).toBe('expired')
  })
})

const site = (options: Parameters<typeof testPortico>[0] = {}) =>
  testPortico({ adapters: [fakeAdapter(), fakeAdapter({ namespace: 'solana', networks: [], connectors: [] })], ...options })
const record = (id: string, change: Partial<WalletRecord> = {}): WalletRecord => ({ id, name: id, mobileLink: `${id}://`, ...change })

describe('which chain family is paired for', () => {
  test('the one asked for, else the one in use, else the first that the wallet knows', () => {
    const portico = site()
    expect(pairingNamespace(portico, connector)).toBe('eip155')
    expect(pairingNamespace(portico, connector, undefined, { namespace: 'solana' })).toBe('solana')
    expect(pairingNamespace(portico, connector, record('a', { namespaces: ['solana'] }))).toBe('solana')
  })

  test('none where the wallet does not know what is asked for', () => {
    const portico = site()
    expect(pairingNamespace(portico, connector, record('a', { namespaces: ['bip122'] }))).toBeUndefined()
    expect(pairingNamespace(portico, connector, record('a', { namespaces: [] }))).toBeUndefined()
    expect(pairingNamespace(portico, connector, record('a', { namespaces: ['eip155'] }), { namespace: 'solana' })).toBeUndefined()
    expect(pairingConnector({ eip155: [connector], bip122: [] }, 'bip122')).toBeUndefined()
  })
})

describe('the first rows', () => {
  const directory = ['one', 'two', 'three', 'four', 'five'].map((id) => record(id))
  const rowsOf = (
    options: Parameters<typeof testPortico>[0],
    connectors = [connector],
    pairing: typeof connector | undefined = connector,
  ) => {
    const portico = site(options)
    return firstRows(portico, walletList(portico, connectors, [], { among: ['eip155'], directory }), pairing, ['eip155']).map(
      ({ id }) => id,
    )
  }

  test('few wallets are joined by some of the directory, up to four beside WalletConnect', () => {
    expect(rowsOf({})).toEqual(['walletConnect', 'one', 'two', 'three', 'four'])
    expect(rowsOf({}, [connector, fakeConnector()])).toEqual(['walletConnect', 'com.harbor', 'one', 'two', 'three'])
  })

  test('those of the host come first, and as many as there is room for', () => {
    const wallets = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id) => record(id))
    expect(rowsOf({ wallets })).toEqual(['walletConnect', 'a', 'b', 'c', 'd', 'e'])
  })

  test('without WalletConnect nothing of the directory is a way in', () => {
    const portico = site({})
    expect(
      firstRows(portico, walletList(portico, [fakeConnector()], [], { among: ['eip155'], directory }), undefined, ['eip155']).map(
        ({ id }) => id,
      ),
    ).toEqual(['com.harbor'])
  })
})
