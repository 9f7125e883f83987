import { describe, expect, test, vi } from 'vitest'
import type { KeyApi } from './api.js'
import { failure, onStoppedClock } from './browser.test.helper.js'
import { fakeServices, refused } from './services.test.helper.js'

const never = () => new AbortController().signal

async function owner(change: (vault: KeyApi['vault']) => Partial<KeyApi['vault']> = () => ({})) {
  const services = await fakeServices()
  const { keys } = services.visitor({ calls: (api) => ({ ...api, vault: { ...api.vault, ...change(api.vault) } }) })
  const addresses = await keys.open()
  await keys.settled()
  return { services, keys, addresses }
}

test('what the vault has set up, and whom it knows the owner by', async () => {
  const { services, keys } = await owner()
  services.vault.identities = [{ kind: 'google', counts: false }]
  expect(await keys.identities()).toEqual({ offered: ['google', 'farcaster'], known: [{ kind: 'google', counts: false }] })
})

test('an account elsewhere is added by the wallet’s own key, and shown at the vault’s page', async () => {
  const { services, keys, addresses } = await owner()
  const seen: unknown[] = []
  services.vault.answers.push(() => ({ status: 'pending' }))
  await keys.addIdentity({ kind: 'google', onOpen: (asked) => seen.push(asked), signal: never() })
  expect(seen).toEqual([{ url: 'https://vault.example/google', match: '42' }])
  expect(services.vault.answers).toEqual([])
  expect(services.vault.said.at(-1)).toEqual({
    to: 'vault',
    ticket: expect.any(String),
    wallet: services.walletId,
    eip155: addresses.eip155,
    add: [],
    identity: 'google',
  })
})

test('a vault that waits for the owner is asked at once again', async () => {
  const { services, keys } = await owner()
  services.vault.answers.push(...Array.from({ length: 3 }, () => () => ({ status: 'pending' }) as const))
  const adding = onStoppedClock(() => keys.addIdentity({ kind: 'google', onOpen: () => {}, signal: never() }))
  expect(await adding).toMatchObject({ seconds: 0, failed: 'no failure' })
})

test('a vault that names no page opens none', async () => {
  const addIdentity = async () => ({ id: 'i', secret: 's', match: '42', expiresIn: 60 })
  const { keys } = await owner(() => ({ addIdentity }))
  const seen: unknown[] = []
  await keys.addIdentity({ kind: 'google', onOpen: (asked) => seen.push(asked), signal: never() })
  expect(seen).toEqual([{ url: '', match: '42' }])
})

test('a browser that cannot sign adds none', async () => {
  const { services } = await owner()
  const { keys } = services.visitor()
  await keys.open()
  const adding = keys.addIdentity({ kind: 'google', onOpen: () => {}, signal: never() })
  expect(await failure(adding)).toMatchObject({ name: 'WalletLockedError' })
})

test.each(['declined', 'expired', 'failed'] as const)('%s: it is not added', async (status) => {
  const { services, keys } = await owner()
  services.vault.answers.push(() => ({ status }))
  const adding = keys.addIdentity({ kind: 'google', onOpen: () => {}, signal: never() })
  expect(await failure(adding)).toMatchObject({ name: 'RecoveryRefusedError', reason: status })
})

test('who turned away before it was asked is shown nothing, and at the page waits no more', async () => {
  const abort = new AbortController()
  const waitIdentity = vi.fn<KeyApi['vault']['waitIdentity']>(() => Promise.reject(refused('http-503')))
  const { keys } = await owner(() => ({ waitIdentity }))
  const onOpen = vi.fn<() => void>(() => abort.abort(new Error('closed')))
  expect(await failure(keys.addIdentity({ kind: 'google', onOpen, signal: abort.signal }))).toMatchObject({ message: 'closed' })
  expect(onOpen).toHaveBeenCalledTimes(1)
  expect(await failure(keys.addIdentity({ kind: 'google', onOpen, signal: abort.signal }))).toMatchObject({ message: 'closed' })
  expect([onOpen.mock.calls.length, waitIdentity.mock.calls.length]).toEqual([1, 0])
})

describe('a vault that does not answer', () => {
  const never503 = () => Promise.reject(refused('http-503'))
  test.each([
    ['of its own', () => refused('http-502')],
    ['of the network', () => new TypeError('fetch failed')],
  ])('is asked again a second after a failure %s', async (_, error) => {
    let failures = 2
    const { keys } = await owner((vault) => ({
      waitIdentity: (asked, signal) => (failures-- > 0 ? Promise.reject(error()) : vault.waitIdentity(asked, signal)),
    }))
    const { seconds, failed } = await onStoppedClock(() => keys.addIdentity({ kind: 'google', onOpen: () => {}, signal: never() }))
    expect([seconds, failed]).toEqual([2, 'no failure'])
  })

  test('is given up when the question is over', async () => {
    const { keys } = await owner(() => ({ waitIdentity: never503 }))
    const { took, failed } = await onStoppedClock(() => keys.addIdentity({ kind: 'google', onOpen: () => {}, signal: never() }))
    expect(failed).toMatchObject({ code: 'http-503' })
    expect([took > 60_000, took < 75_000]).toEqual([true, true])
  })

  test('is not asked again where it refuses, or where the owner has turned away', async () => {
    const abort = new AbortController()
    const { keys } = await owner(() => ({ waitIdentity: () => Promise.reject(refused('not_found')) }))
    expect(await failure(keys.addIdentity({ kind: 'google', onOpen: () => {}, signal: never() }))).toMatchObject({ code: 'not_found' })
    const waitIdentity = () => {
      abort.abort()
      return Promise.reject(new TypeError('fetch failed'))
    }
    const away = (await owner(() => ({ waitIdentity }))).keys
    const adding = away.addIdentity({ kind: 'google', onOpen: () => {}, signal: abort.signal })
    expect(await failure(adding)).toMatchObject({ message: 'fetch failed' })
  })
})
