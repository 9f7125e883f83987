import { randomUUID } from 'node:crypto'
import { createSealingKeys, publicKeyOf } from '@portico/vault-wire'
import { databases } from '@portico/service/test'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { recordPromise } from '../../../../../scripts/lib/promises.mjs'
import { WalletLockedError } from '../../page/keys/index.js'
import { type Accounts, authClient, createAccounts, openWindow, pressAt } from './test/accounts.js'
import { type Visitor, type World, createWorld, vaultUrl } from './test/world.js'

/** The vault knows an owner by an account that it is shown itself: what the auth service has of that account opens nothing. */
describe.each(await databases())('accounts that the vault knows an owner by, on $name', ({ name, fresh, drop }) => {
  let world: World
  let accounts: Accounts
  let offset = 0
  const attacks = { tried: 0, accepted: 0 }
  beforeAll(async () => {
    accounts = await createAccounts(() => Date.now() + offset)
    const { identities, fetch: outside } = accounts
    world = await createWorld({ database: await fresh(), vaultDatabase: await fresh(), vault: { identities }, outside })
  })
  afterAll(async () => {
    recordPromise({
      id: 'S48',
      name: `accounts shown to the vault: forged, replayed and foreign, ${name}`,
      runs: attacks.tried,
      accepted: attacks.accepted,
    })
    await world.close()
    await drop()
  })
  const advance = (seconds: number): void => {
    offset += seconds * 1000
    world.advance(seconds)
  }
  const email = (): string => `${randomUUID()}@example.com`

  /** Whose login proves no address to the vault. */
  const ada = async (sub: string = randomUUID()) => {
    const visitor = await world.visitor({ email: null })
    const addresses = await visitor.keys.open()
    await visitor.keys.settled()
    return { visitor, addresses, sub }
  }
  const addGoogle = async ({ keys }: Visitor, sub: string): Promise<void> => {
    const signal = new AbortController().signal
    const show = async (url: string): Promise<void> => {
      const { nonce, post } = await openWindow(world, url)
      expect((await post({ id_token: await accounts.token({ sub, nonce }) })).text).toContain('Done')
    }
    await keys.addIdentity({ kind: 'google', signal, onOpen: ({ url }) => void show(url) })
  }
  /** Asks for the half in a fresh browser. The answer is the vault's. */
  const ask = async (userId: string, kind: 'google' | 'farcaster' = 'google') => {
    const visitor = await world.visitor({ userId, email: null })
    const { eip155 } = await visitor.keys.open()
    await visitor.keys.settled()
    const frameKey = await publicKeyOf(await createSealingKeys())
    const way = (await visitor.api.open()).wallet?.assisted ?? null
    const recovery = await visitor.api.vault.recover({
      ticket: await visitor.api.ticket('recover', frameKey),
      frameKey,
      eip155,
      way,
      by: kind,
    })
    const status = async () => {
      const waited = await visitor.api.vault.wait(recovery, AbortSignal.timeout(700)).catch(() => undefined)
      return waited?.status ?? 'pending'
    }
    /** What is answered to a page that has waited for nothing, as after 20 s. */
    const untold = async (): Promise<unknown> => {
      const body = JSON.stringify({ id: recovery.id, secret: recovery.secret })
      const asked = { method: 'POST', headers: { 'content-type': 'application/json' }, body, signal: AbortSignal.timeout(100) }
      return await (await world.vault.app.fetch(new Request(`${vaultUrl}/v1/recoveries/wait`, asked))).json()
    }
    return { url: recovery.url ?? '', match: recovery.match, status, untold }
  }

  test('S48: an ID token over the vault’s own nonce and client id opens the wallet in a fresh browser, after a press', async () => {
    const { visitor, addresses, sub } = await ada()
    expect(await visitor.keys.identities()).toMatchObject({ offered: ['google', 'farcaster'], known: [] })
    await addGoogle(visitor, sub)
    expect((await visitor.keys.identities()).known).toEqual([{ kind: 'google', counts: true }])

    const other = await world.visitor({ userId: visitor.userId, email: null })
    expect(await other.keys.open()).toEqual(addresses)
    expect(await other.keys.unlockStep()).toEqual({ kind: 'vault', mail: false, identities: ['google'] })
    const show = async ({ url, match }: { url: string; match: string }): Promise<void> => {
      const { nonce, post } = await openWindow(world, url)
      const { link = '' } = await post({ id_token: await accounts.token({ sub, nonce }) })
      const page = await (await world.vault.app.fetch(new Request(link))).text()
      expect(page).toContain(match)
      expect(page).toContain('https://shop.example')
      await pressAt(world, link, 'confirm')
    }
    await other.keys.recoverByIdentity({ kind: 'google', signal: new AbortController().signal, onOpen: (asked) => void show(asked) })
    expect(await other.keys.withKey('eip155', (key) => key.length)).toBe(32)
    await Promise.all([visitor.keys.settled(), other.keys.settled()])
  })

  test('S48: a wallet says that only this browser opens it, until something else does', async () => {
    const { visitor, sub } = await ada()
    expect(await visitor.keys.security()).toMatchObject({ mode: 'progressive', recoverable: false })
    await addGoogle(visitor, sub)
    expect(await visitor.keys.security()).toMatchObject({ recoverable: true })
    const coded = (await ada()).visitor
    const { code, confirm } = await coded.keys.createRecoveryCode()
    await confirm(code)
    expect(await coded.keys.security()).toMatchObject({ mode: 'user', recoverable: true })
    const mailed = await world.visitor({ email: email() })
    await mailed.keys.open()
    expect(await mailed.keys.security()).toMatchObject({ recoverable: true })
    await Promise.all([visitor.keys.settled(), coded.keys.settled(), mailed.keys.settled()])
  })

  test('S48: nothing is let out before the press, nor after a no', async () => {
    const { visitor, sub } = await ada()
    await addGoogle(visitor, sub)
    const asked = await ask(visitor.userId)
    expect(await asked.untold()).toEqual({ status: 'pending' })
    const { nonce, post } = await openWindow(world, asked.url)
    const { link = '' } = await post({ id_token: await accounts.token({ sub, nonce }) })
    expect(await asked.status()).toBe('pending')
    expect(await asked.untold()).toEqual({ status: 'pending' })
    expect(await pressAt(world, link, 'decline')).toContain('Refused')
    expect(await asked.status()).toBe('declined')
    const gone = await ask(visitor.userId)
    const window = await openWindow(world, gone.url)
    expect((await window.post({ error: 'access_denied' })).text).toContain('Nothing was done')
    expect(await gone.status()).toBe('declined')
  })

  const now = () => Math.floor((Date.now() + offset) / 1000)
  /** What is wrong with it. `given`: of an honest token. */
  const forgeries: readonly [string, (given: { sub: string; nonce: string }) => Promise<string>][] = [
    ['signed by another', (given) => accounts.token({ ...given, key: accounts.strangerKey })],
    ['for the auth service’s client', (given) => accounts.token({ ...given, more: { aud: authClient } })],
    ['for two clients', (given) => accounts.token({ ...given, more: { aud: [authClient, 'vault-client'] } })],
    ['given to the auth service’s client', (given) => accounts.token({ ...given, more: { azp: authClient } })],
    ['over another nonce', (given) => accounts.token({ ...given, nonce: 'abcdefgh12345678' })],
    ['without a nonce', async ({ sub }) => accounts.token({ sub, nonce: '' })],
    ['of another account', (given) => accounts.token({ ...given, sub: randomUUID() })],
    ['of another issuer', (given) => accounts.token({ ...given, more: { iss: 'https://elsewhere.test' } })],
    ['that is over', (given) => accounts.token({ ...given, more: { exp: now() - 120 } })],
    ['from an hour ago', (given) => accounts.token({ ...given, more: { iat: now() - 3600 } })],
    ['from tomorrow', (given) => accounts.token({ ...given, more: { iat: now() + 86_400 } })],
    [
      'that nobody has signed',
      async (given) => {
        const [, payload = ''] = (await accounts.token(given)).split('.')
        return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
      },
    ],
    ['that is none', async () => 'x'],
    ['that is not there', async () => ''],
  ]
  test.each(forgeries)('S48: a token %s gets nothing', async (_, forge) => {
    const { visitor, sub } = await ada()
    await addGoogle(visitor, sub)
    const asked = await ask(visitor.userId)
    const { nonce, post } = await openWindow(world, asked.url)
    const { link, text } = await post({ id_token: await forge({ sub, nonce }) })
    attacks.tried += 1
    if (link !== undefined) attacks.accepted += 1
    expect(link).toBeUndefined()
    expect(text).toContain('does not open the wallet')
    expect(await asked.status()).toBe('failed')
    // One answer to each question: the right one comes too late.
    expect((await post({ id_token: await accounts.token({ sub, nonce }) })).link).toBeUndefined()
  })

  test('S48: a token is good once, for its own question, in the browser that opened it', async () => {
    const { visitor, sub } = await ada()
    await addGoogle(visitor, sub)
    const [first, second] = [await ask(visitor.userId), await ask(visitor.userId)]
    const one = await openWindow(world, first.url)
    const two = await openWindow(world, second.url)
    const id_token = await accounts.token({ sub, nonce: one.nonce })
    const tries = [
      await one.post({ id_token }, { cookie: null }),
      await one.post({ id_token }, { cookie: 'portico_identity_x=y' }),
      await one.post({ id_token, state: two.state }),
      await two.post({ id_token }),
      await one.post({ id_token, state: 'x' }),
    ]
    attacks.tried += tries.length
    for (const { link } of tries) {
      if (link !== undefined) attacks.accepted += 1
      expect(link).toBeUndefined()
    }
    // The newest question is the one that counts: the older link can't be pressed any more.
    expect((await one.post({ id_token })).link).toBeUndefined()
    const third = await ask(visitor.userId)
    const window = await openWindow(world, third.url)
    const form = { id_token: await accounts.token({ sub, nonce: window.nonce }) }
    expect((await window.post(form)).link).toBeDefined()
    expect((await window.post(form)).link).toBeUndefined()
  })

  test('S48: a stolen login adds no account, and neither does a ticket alone', async () => {
    const { visitor, sub } = await ada()
    await addGoogle(visitor, sub)
    const thief = await world.visitor({ userId: visitor.userId, email: null })
    await thief.keys.open()
    const show = { kind: 'google' as const, signal: new AbortController().signal, onOpen: () => {} }
    await expect(thief.keys.addIdentity(show)).rejects.toThrow(WalletLockedError)
    const { walletId, wallet } = await thief.api.open()
    const ticket = await thief.api.ticket('write')
    const statement = JSON.stringify({
      to: 'vault',
      ticket: 'A'.repeat(43),
      wallet: walletId,
      eip155: wallet?.addresses.eip155,
      add: [],
      identity: 'google',
    })
    await expect(thief.api.vault.addIdentity({ ticket, statement, signature: '0'.repeat(130) })).rejects.toMatchObject({
      code: 'invalid_statement',
    })
    expect((await visitor.keys.identities()).known).toHaveLength(1)
    await thief.keys.settled()
  })

  test('S48: a wallet with mail tells its mailbox of a new account, which counts after 72 hours and can be refused', async () => {
    const address = email()
    const visitor = await world.visitor({ email: address })
    await visitor.keys.open()
    await visitor.keys.settled()
    const sub = randomUUID()
    const known = async () => (await visitor.keys.identities()).known
    const mailed = async (): Promise<string> => {
      await world.vault.services.mail.flush()
      const letter = world.vaultMails.findLast(({ to }) => to === address)
      return /https:\/\/vault\.example\/identities\/answer\/\S+/.exec(letter?.text ?? '')?.[0] ?? ''
    }
    await addGoogle(visitor, sub)
    expect(await known()).toEqual([{ kind: 'google', counts: false }])
    await expect(ask(visitor.userId)).rejects.toMatchObject({ code: 'no_identity' })
    const link = await mailed()
    expect(await (await world.vault.app.fetch(new Request(link))).text()).toContain('Google')
    expect(await known()).toHaveLength(1)
    expect(await pressAt(world, link, 'decline')).toContain('Taken away')
    expect(await known()).toEqual([])
    await addGoogle(visitor, sub)
    advance(71 * 3600)
    await expect(ask(visitor.userId)).rejects.toMatchObject({ code: 'no_identity' })
    advance(2 * 3600)
    expect(await known()).toEqual([{ kind: 'google', counts: true }])
    expect(await pressAt(world, await mailed(), 'decline')).toContain('over')
    await visitor.keys.settled()
  })

  test('S48: an account that could not be written is not said to be there, and who waits is told', async () => {
    const { visitor, sub } = await ada()
    const { audit } = world.vault.services
    const write = audit.write.bind(audit)
    const broken = vi.spyOn(audit, 'write').mockImplementation(async (event, ...more) => {
      if (event === 'identity.added') throw new Error('The disk is full.')
      await write(event, ...more)
    })
    let said = ''
    const show = async (url: string): Promise<void> => {
      const { nonce, post } = await openWindow(world, url)
      said = (await post({ id_token: await accounts.token({ sub, nonce }) })).text
    }
    const signal = new AbortController().signal
    const added = visitor.keys.addIdentity({ kind: 'google', signal, onOpen: ({ url }) => void show(url) })
    await expect(added).rejects.toMatchObject({ reason: 'failed' })
    // A visitor reads it, in words of theirs.
    await vi.waitFor(() => expect(said).toContain('<h1'))
    expect(said).not.toContain('"code"')
    expect((await visitor.keys.identities()).known).toEqual([])
    broken.mockRestore()
    await addGoogle(visitor, sub)
    expect((await visitor.keys.identities()).known).toEqual([{ kind: 'google', counts: true }])
    await visitor.keys.settled()
  })

  test('S48: a Farcaster signature for the vault opens the wallet; one for a site, of another id or of another question does not', async () => {
    const { visitor, addresses } = await ada()
    const fid = 4_000_000 + Math.floor(Math.random() * 1_000_000)
    const [mira, noor] = [accounts.person(fid), accounts.person(fid + 1)]
    const signal = new AbortController().signal
    await visitor.keys.addIdentity({ kind: 'farcaster', signal, onOpen: ({ url }) => void accounts.sign(url, { by: mira, fid }) })
    expect((await visitor.keys.identities()).known).toEqual([{ kind: 'farcaster', counts: true }])

    const other = await world.visitor({ userId: visitor.userId, email: null })
    expect(await other.keys.open()).toEqual(addresses)
    let signed: { message: string; signature: string } | undefined
    const answer = async (url: string): Promise<void> => {
      // The phone names the vault, whatever site the wallet is used on.
      expect(accounts.askedOf(url)).toMatchObject({ domain: 'vault.example', siweUri: 'https://vault.example' })
      signed = await accounts.sign(url, { by: mira, fid })
    }
    await other.keys.recoverByIdentity({ kind: 'farcaster', signal, onOpen: ({ url }) => void answer(url) })
    expect(await other.keys.withKey('eip155', (key) => key.length)).toBe(32)

    const answers: readonly ((url: string) => unknown)[] = [
      // What the auth service gets at a login, over the vault's nonce.
      (url) => accounts.sign(url, { by: mira, fid, more: { domain: 'shop.example', uri: 'https://shop.example' } }),
      (url) => accounts.sign(url, { by: mira, fid, more: { domain: 'secure.example' } }),
      (url) => accounts.sign(url, { by: mira, fid, more: { nonce: 'abcdefgh12345678' } }),
      (url) => accounts.sign(url, { by: noor, fid: fid + 1 }),
      (url) => accounts.sign(url, { by: noor, fid }),
      (url) => accounts.sign(url, { by: mira, fid, more: { chainId: 1 } }),
      (url) => accounts.leave(url, signed ?? { message: '', signature: '0x' }),
      (url) => accounts.leave(url, { message: signed?.message ?? '', signature: `0x${'11'.repeat(65)}` }),
    ]
    for (const give of answers) {
      const asked = await ask(visitor.userId, 'farcaster')
      await give(asked.url)
      const status = await asked.status()
      attacks.tried += 1
      if (status === 'released') attacks.accepted += 1
      expect(status).toBe('failed')
    }
    await Promise.all([visitor.keys.settled(), other.keys.settled()])
  })
})
