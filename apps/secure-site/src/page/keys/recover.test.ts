import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import type { KeyApi } from './api.js'
import { failure, isZero, lastingStore, testPasskeys, testStretch, watchSecrets } from './browser.test.helper.js'
import { fakeServices, refused } from './services.test.helper.js'
import { memoryKeyStore } from './store.js'

const never = () => new AbortController().signal
const byMail = { onMatch: () => {}, signal: never() }
const passphrase = 'correct horse battery staple'

/** A wallet that is there, and another browser of its owner. */
async function another(options: Parameters<Awaited<ReturnType<typeof fakeServices>>['visitor']>[0] = {}) {
  const services = await fakeServices({ policy: 'assisted' })
  const passkeys = testPasskeys()
  const first = services.visitor({ passkeys, stretch: testStretch() })
  const addresses = await first.keys.open()
  await first.keys.settled()
  const store = lastingStore()
  const stretch = testStretch()
  const { keys } = services.visitor({ store, passkeys, stretch, ...options })
  await keys.open()
  await keys.settled()
  return { services, first, keys, addresses, store, passkeys, stretch }
}
const withVault = (change: (vault: KeyApi['vault']) => Partial<KeyApi['vault']>) => ({
  calls: (api: KeyApi): KeyApi => ({ ...api, vault: { ...api.vault, ...change(api.vault) } }),
})

describe('by the vault', () => {
  test('the owner sees the two digits of the mail, and the browser has a way of its own from then on', async () => {
    const { services, keys, addresses, store } = await another()
    const seen: string[] = []
    const assisted = (await services.api.open()).wallet?.assisted
    await keys.recoverByMail({ onMatch: (match) => seen.push(match), signal: never() })
    expect(seen).toEqual(['42'])
    expect(services.vault.asked.at(-1)).toEqual({ eip155: addresses.eip155, way: assisted, by: undefined })
    expect(await keys.signs()).toBe('lasting')
    const { keys: reloaded } = services.visitor({ store })
    expect(await reloaded.open()).toEqual(addresses)
    expect(await reloaded.withKey('eip155', (key) => key.length)).toBe(32)
  })

  test('R17: a page that is loaded again goes on waiting for the mail that was sent, with the same digits, and sends no other', async () => {
    const left = new AbortController()
    const { services, keys, addresses, store } = await another(
      withVault(() => ({
        wait: (_, signal) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
      })),
    )
    await failure(keys.recoverByMail({ onMatch: () => left.abort(new Error('the page is gone')), signal: left.signal }))
    const questions = () => services.vault.asked.filter((each) => 'way' in each).length
    expect(questions()).toBe(1)
    const { keys: reloaded } = services.visitor({ store })
    await reloaded.open()
    const seen: string[] = []
    expect(await reloaded.resumeByMail({ onMatch: (match) => seen.push(match), signal: never() })).toBe(true)
    expect(seen).toEqual(['42'])
    expect(questions()).toBe(1)
    expect(await reloaded.withKey('eip155', (key) => key.length)).toBe(32)
    expect(await reloaded.open()).toEqual(addresses)
    expect(await reloaded.resumeByMail({ onMatch: (match) => seen.push(match), signal: never() }), 'it is done').toBe(false)
    expect(seen).toEqual(['42'])
  })

  test('what is over is waited for no more, and what the owner refused is said once', async () => {
    const { services, keys, store } = await another()
    const wait = async (status: 'expired' | 'declined') => {
      services.vault.answers.push(() => ({ status: 'delayed', seconds: 4000 }))
      await failure(keys.recoverByMail(byMail))
      services.vault.answers.push(() => ({ status }))
      const { keys: reloaded } = services.visitor({ store })
      await reloaded.open()
      return reloaded
    }
    const late = await wait('expired')
    expect(await late.resumeByMail(byMail)).toBe(false)
    expect(await late.resumeByMail(byMail)).toBe(false)
    const refusing = await wait('declined')
    expect(await failure(refusing.resumeByMail(byMail))).toMatchObject({ name: 'RecoveryRefusedError', reason: 'declined' })
    expect(await refusing.resumeByMail(byMail)).toBe(false)
  })

  test('a visitor who turns away takes the question back', async () => {
    const endRecovery = vi.fn<KeyApi['vault']['endRecovery']>(async () => {})
    const { services, keys } = await another(withVault(() => ({ endRecovery })))
    services.vault.answers.push(() => ({ status: 'delayed', seconds: 4000 }))
    await failure(keys.recoverByMail(byMail))
    await keys.endByMail()
    await keys.endByMail()
    expect(endRecovery.mock.calls).toEqual([[expect.objectContaining({ match: '42' })]])
    expect(await keys.resumeByMail(byMail)).toBe(false)
  })

  test('an account elsewhere does the same, shown at the vault’s own page', async () => {
    const { services, keys, addresses } = await another()
    const seen: unknown[] = []
    await keys.recoverByIdentity({ kind: 'google', onOpen: (asked) => seen.push(asked), signal: never() })
    expect(seen).toEqual([{ url: 'https://vault.example/google', match: '42' }])
    expect(services.vault.asked.at(-1)).toMatchObject({ eip155: addresses.eip155, by: 'google' })
    expect(await keys.signs()).toBe('lasting')
  })

  test('a vault that names no page opens none', async () => {
    const options = withVault((vault) => ({
      recover: async (asked) => {
        const { url: _, ...recovery } = await vault.recover(asked)
        return recovery
      },
    }))
    const { keys } = await another(options)
    const seen: unknown[] = []
    await keys.recoverByIdentity({ kind: 'google', onOpen: (asked) => seen.push(asked), signal: never() })
    expect(seen).toEqual([{ url: '', match: '42' }])
  })

  test.each([
    ['declined', 'The recovery was declined.'],
    ['expired', 'The question is over.'],
    ['failed', 'This account does not open the wallet.'],
  ] as const)('%s: nothing opens', async (status, message) => {
    const { services, keys } = await another()
    services.vault.answers.push(
      () => ({ status: 'pending' }),
      () => ({ status }),
    )
    expect(await failure(keys.recoverByMail(byMail))).toMatchObject({ name: 'RecoveryRefusedError', reason: status, message })
    expect(services.vault.answers).toEqual([])
    expect(await keys.signs()).toBe('no')
  })

  test.each([
    [121, 'an hour'],
    [3600, 'an hour'],
    [3601, '2 hours'],
    [86_400, '24 hours'],
  ])('let out in %i seconds only, the owner comes back in %s', async (seconds, time) => {
    const { services, keys } = await another()
    services.vault.answers.push(() => ({ status: 'delayed', seconds }))
    expect(await failure(keys.recoverByMail(byMail))).toMatchObject({
      name: 'RecoveryDelayedError',
      message: `This wallet holds much. Come back in ${time} to open it here.`,
      seconds,
    })
  })

  test('a wallet without an assisted way is not asked for', async () => {
    const services = await fakeServices()
    const first = services.visitor({ stretch: testStretch() }).keys
    await first.open()
    await first.addPassphrase(passphrase)
    const { keys } = services.visitor()
    await keys.open()
    await keys.settled()
    const asked = services.vault.asked.length
    expect(await failure(keys.recoverByMail(byMail))).toMatchObject({
      code: 'factor_needed',
      message: 'Use a passkey, the recovery code or the passphrase.',
    })
    expect(services.vault.asked).toHaveLength(asked)
  })

  test('who turned away meanwhile is shown nothing', async () => {
    const abort = new AbortController()
    const options = withVault((vault) => ({
      recover: (asked) => {
        abort.abort(new Error('closed'))
        return vault.recover(asked)
      },
    }))
    const { keys } = await another(options)
    const onMatch = vi.fn<() => void>()
    expect(await failure(keys.recoverByMail({ onMatch, signal: abort.signal }))).toMatchObject({ message: 'closed' })
    expect(onMatch).not.toHaveBeenCalled()
  })

  test('who turns away at the digits waits no more', async () => {
    const abort = new AbortController()
    const wait = vi.fn<KeyApi['vault']['wait']>(() => Promise.reject(refused('http-503')))
    const { keys } = await another(withVault(() => ({ wait })))
    const onMatch = () => abort.abort(new Error('closed'))
    expect(await failure(keys.recoverByMail({ onMatch, signal: abort.signal }))).toMatchObject({ message: 'closed' })
    expect(wait).not.toHaveBeenCalled()
  })

  test('a vault that refuses is not asked again', async () => {
    const wait = vi.fn<KeyApi['vault']['wait']>(() => Promise.reject(refused('not_found')))
    const { keys } = await another(withVault(() => ({ wait })))
    expect(await failure(keys.recoverByMail(byMail))).toMatchObject({ code: 'not_found' })
    expect(wait).toHaveBeenCalledTimes(1)
  })

  test('a half of another way opens nothing, and is zeroed', async ({ onTestFinished }) => {
    onTestFinished(() => void vi.restoreAllMocks())
    const { services, keys } = await another()
    for (const held of services.vault.ways.values()) held.half.fill(7)
    const secrets = watchSecrets()
    expect(await failure(keys.recoverByMail(byMail))).toMatchObject({
      name: 'RootMismatchError',
      message: 'What was opened does not belong to this wallet.',
    })
    expect(secrets()).toEqual({ seen: expect.any(Number), left: 0 })
    expect(await keys.signs()).toBe('no')
  })
})

describe('by what the owner has', () => {
  test('each kind of factor opens the wallet in another browser, and what it gave is zeroed', async ({ onTestFinished }) => {
    onTestFinished(() => void vi.restoreAllMocks())
    const { services, first, addresses, passkeys } = await another()
    await first.keys.addPasskey()
    await first.keys.addPassphrase(passphrase)
    const { code, confirm } = await first.keys.createRecoveryCode()
    await confirm(code)
    for (const recover of ['recoverByPasskey', 'recoverByCode', 'recoverByPassphrase'] as const) {
      const stretch = testStretch()
      const { keys } = services.visitor({ passkeys, stretch })
      await keys.open()
      const secrets = watchSecrets()
      await keys[recover](recover === 'recoverByCode' ? code : passphrase)
      // What was inside the challenge goes to the vault, and opens nothing.
      expect({ recover, ...secrets() }).toEqual({ recover, seen: expect.any(Number), left: 1 })
      expect(services.vault.asked.at(-1)).toMatchObject({ eip155: addresses.eip155 })
      expect(stretch.given.every(isZero)).toBe(true)
      expect(await keys.signs()).toBe('lasting')
      expect(await keys.withKey('eip155', (key) => key.length)).toBe(32)
      vi.restoreAllMocks()
    }
    expect(passkeys.given.length).toBeGreaterThan(1)
    expect(passkeys.given.every(isZero)).toBe(true)
  })

  test('where nothing is stored, a way is held in memory', async () => {
    const { services, first, addresses } = await another()
    await first.keys.addPassphrase(passphrase)
    const { keys } = services.visitor({ store: memoryKeyStore(), stretch: testStretch() })
    await keys.open()
    await keys.recoverByPassphrase(passphrase)
    expect(await keys.signs()).toBe('open')
    expect(await keys.open()).toEqual(addresses)
    expect(await keys.withKey('eip155', (key) => key.length)).toBe(32)
  })

  test.each(['recoverByMail', 'recoverByPassphrase'] as const)(
    '%s signs in this page also where no way of its own gets through',
    async (recover) => {
      const down = { writeWays: () => Promise.reject(refused('http-503')) }
      const { first, keys } = await another({ calls: (api) => ({ ...api, ...down }) })
      await first.keys.addPassphrase(passphrase)
      await keys.open()
      await (recover === 'recoverByMail' ? keys.recoverByMail(byMail) : keys.recoverByPassphrase(passphrase))
      expect(await keys.withKey('eip155', (key) => key.length)).toBe(32)
      expect(await keys.withKey('solana', (key) => key.length)).toBe(32)
    },
  )

  test('a mistyped code is said at once, without a service', async () => {
    const { services, keys } = await another()
    const asked = services.vault.asked.length
    expect(await failure(keys.recoverByCode('7K2M'))).toMatchObject({
      name: 'RecoveryCodeError',
      message: 'This is not the recovery code of this wallet.',
    })
    expect(services.vault.asked).toHaveLength(asked)
  })

  test('a factor that the auth service has no way for is not taken', async () => {
    const { services, first, keys } = await another()
    await first.keys.addPassphrase(passphrase)
    // The vault has not heard that it has ended.
    for (const [id, { way }] of services.auth.ways) if (way.kind === 'factor') services.auth.ways.delete(id)
    await keys.open()
    expect(await failure(keys.recoverByPassphrase(passphrase))).toMatchObject({
      name: 'PassphraseError',
      message: 'This is not the passphrase of this wallet.',
    })
  })

  test('a challenge of another place or of none is not answered', async () => {
    const { first, keys, services } = await another(
      withVault((vault) => ({
        challenges: async (asked) => {
          const { id, factors } = await vault.challenges(asked)
          return { id, factors: factors.map((each) => ({ ...each, challenge: `${each.challenge.slice(0, -4)}AAAA` })) }
        },
        prove: () => Promise.reject(refused(randomUUID())),
      })),
    )
    await first.keys.addPassphrase(passphrase)
    await keys.open()
    expect(await failure(keys.recoverByPassphrase(passphrase))).toMatchObject({ name: 'UnsealError' })
    expect(services.vault.asked.at(-1)).toMatchObject({ split: false })
  })
})
