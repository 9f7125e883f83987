import { randomUUID } from 'node:crypto'
import { seal, sealedFor } from '@portico/vault-wire'
import { describe, expect, test, vi } from 'vitest'
import { failure, lastingStore, watchSecrets } from './browser.test.helper.js'
import { type VisitorOptions, fakeServices, refused, splitWallet } from './services.test.helper.js'

const byMail = { onMatch: () => {}, signal: new AbortController().signal }

/** A browser with its share of a wallet that an earlier release split. */
async function world(options: VisitorOptions = {}) {
  const services = await fakeServices()
  const store = lastingStore()
  const made = await splitWallet(services, [store, lastingStore()])
  const { keys } = services.visitor({ store, ...options })
  const signs = async (visitor = keys) => await visitor.withKey('eip155', (key) => key.length)
  return { services, store, keys, signs, ...made }
}

describe('a browser’s share', () => {
  test('that another browser left for it is asked for by its name, and opens', async () => {
    const { services, store, keys, signs } = await world()
    const stored = store.wallets.get(services.walletId)
    if (!stored) throw new Error('It has a share.')
    // What it has kept is of a write before.
    store.wallets.set(services.walletId, { ...stored, shares: [{ attempt: randomUUID(), sealed: stored.shares[0]?.sealed ?? '' }] })
    await keys.open()
    expect(await signs()).toBe(32)
  })

  test('of a write before opens nothing where none was left for it', async () => {
    const { services, store, keys, signs, split } = await world()
    services.auth.split = { ...split, own: new Map() }
    const stored = store.wallets.get(services.walletId)
    if (!stored) throw new Error('It has a share.')
    store.wallets.set(services.walletId, { ...stored, shares: [{ attempt: randomUUID(), sealed: stored.shares[0]?.sealed ?? '' }] })
    await keys.open()
    expect(await keys.signs()).toBe('no')
    expect(await failure(signs())).toMatchObject({ name: 'WalletLockedError' })
  })

  test('that is kept is not asked for', async () => {
    const opened = vi.fn<(device: string | undefined) => void>()
    const { services, store, keys } = await world({
      calls: (api) => ({
        ...api,
        open: (device) => {
          opened(device)
          return api.open(device)
        },
        writeWays: () => Promise.reject(refused('http-503')),
      }),
    })
    const stored = store.wallets.get(services.walletId)
    if (!stored) throw new Error('It has a share.')
    const older = { attempt: randomUUID(), sealed: stored.shares[0]?.sealed ?? '' }
    store.wallets.set(services.walletId, { ...stored, shares: [older, ...stored.shares] })
    await keys.open()
    await keys.settled()
    const { length } = opened.mock.calls
    expect(await keys.signs()).toBe('lasting')
    // Once for its own way; not for its share.
    expect(opened.mock.calls.slice(length).filter(([device]) => device !== undefined)).toHaveLength(1)
  })

  test('that was older and fits is taken beside the vault’s, after a restore from backups', async () => {
    const { services, store, split, signs } = await world()
    // The vault's share is of another write; this browser's own fits the auth service's.
    const foreign = await world()
    services.auth.split = { ...split, vault: foreign.split.vault }
    const { keys } = services.visitor({ store })
    await keys.open()
    await keys.recoverByMail(byMail).catch(() => {})
    expect(await signs(keys)).toBe(32)
  })

  test('that cannot be asked for leaves nothing of the vault’s share in memory', async ({ onTestFinished }) => {
    onTestFinished(() => void vi.restoreAllMocks())
    let down = false
    const { services, store, split, keys } = await world({
      calls: (api) => ({ ...api, open: (device) => (down ? Promise.reject(refused('http-503')) : api.open(device)) }),
    })
    services.auth.split = { ...split, own: new Map() }
    const stored = store.wallets.get(services.walletId)
    if (!stored) throw new Error('It has a share.')
    store.wallets.set(services.walletId, { ...stored, shares: [{ attempt: randomUUID(), sealed: stored.shares[0]?.sealed ?? '' }] })
    await keys.open()
    await keys.settled()
    down = true
    const secrets = watchSecrets()
    expect(await failure(keys.recoverByMail(byMail))).toMatchObject({ code: 'http-503' })
    expect(secrets()).toEqual({ seen: expect.any(Number), left: 0 })
  })

  test('where the auth service names another write meanwhile, the wallet is read again', async () => {
    const { services, store, split, signs } = await world()
    const renamed = randomUUID()
    const { keys } = services.visitor({
      store,
      calls: (api) => ({
        ...api,
        share: async (frameKey) => {
          services.auth.split = { ...split, attempt: renamed }
          return {
            attempt: renamed,
            version: 2,
            share: await seal(split.auth, frameKey, sealedFor.fromAuth(services.walletId, renamed)),
          }
        },
      }),
    })
    await keys.open()
    await keys.settled()
    expect(await signs(keys)).toBe(32)
    expect(services.auth.said).toHaveLength(1)
  })
})
