import { randomBytes, randomUUID } from 'node:crypto'
import { databases } from '@portico/service/test'
import { digest } from '@portico/service/secrets'
import { type AuthStatement, type VaultStatement, createSealingKeys, errorAnswer, publicKeyOf, signStatement } from '@portico/vault-wire'
import { SignJWT, decodeJwt, generateKeyPair } from 'jose'
import { bytesToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordPromise } from '../../../../../scripts/lib/promises.mjs'
import { ExportNotReadyError, RecoveryCodeError } from '../../page/keys/index.js'
import { hostOrigin, publicUrl } from '../test/site.js'
import type { Addresses } from '../../page/types.js'
import { testBrowser } from '../test/browser.js'
import { type Visitor, type World, type WorldOptions, createWorld, vaultUrl } from './test/world.js'

const addressOf = async (key: Uint8Array) => privateKeyToAccount(bytesToHex(key)).address

describe.each(await databases())('the services behind the wallet on $name', ({ fresh, drop }) => {
  const worlds: World[] = []
  const start = async (options: Partial<WorldOptions> = {}): Promise<World> => {
    const world = await createWorld({ database: await fresh(), vaultDatabase: await fresh(), ...options })
    worlds.push(world)
    return world
  }
  let world: World
  beforeAll(async () => {
    world = await start()
  })
  afterAll(async () => {
    for (const each of worlds) await each.close()
    await drop()
  })
  const owner = async (at: World = world): Promise<Visitor & { email: string; addresses: Addresses }> => {
    const email = `${randomUUID()}@example.com`
    const visitor = await at.visitor({ email })
    const addresses = await visitor.keys.open()
    await visitor.keys.settled()
    return { ...visitor, email, addresses }
  }
  const frameKey = async (): Promise<string> => publicKeyOf(await createSealingKeys())
  const askVault = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const init = { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } }
    const answer = await world.vault.app.fetch(new Request(`${vaultUrl}${path}`, init))
    const parsed: unknown = await answer.json()
    return { status: answer.status, code: errorAnswer.safeParse(parsed).data?.error.code, headers: answer.headers }
  }
  const codeIn = (text: string | undefined): string => /\b\d{6}\b/.exec(text ?? '')?.[0] ?? ''

  test('a half needs a login with this device’s proof', async () => {
    const ada = await owner()
    const thief = await testBrowser(world.site.app)
    thief.token = ada.browser.token
    for (const path of ['open', 'ticket', 'way', 'share', 'ways', 'export/start', 'export/code', 'export/way']) {
      expect((await thief.post(`/v1/wallet/${path}`, {})).status, path).toBe(401)
    }
    const body = JSON.stringify({ id: randomUUID(), frameKey: await frameKey() })
    const bare = new Request(`${publicUrl}/v1/wallet/way`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
    expect((await world.site.app.fetch(bare)).status).toBe(403)
  })

  test('malformed bodies are refused by both services, and change nothing', async () => {
    const ada = await owner()
    const odd = [
      null,
      [],
      1,
      'x',
      { purpose: 'all' },
      { purpose: 'sign', frameKey: 'B' },
      { purpose: 'sign', frameKey: `B${'A'.repeat(86)}` },
      { attempt: 1 },
      JSON.parse('{"__proto__":{"a":1}}'),
    ]
    for (const body of odd) {
      for (const path of ['ticket', 'way', 'share', 'ways', 'export/way']) {
        expect((await ada.call(`/v1/wallet/${path}`, body)).status, `${path} ${JSON.stringify(body)}`).toBe(400)
      }
      for (const path of ['ways', 'status', 'challenges', 'proofs', 'recoveries', 'recoveries/wait']) {
        expect((await askVault(`/v1/${path}`, body)).status, `${path} ${JSON.stringify(body)}`).toBe(400)
      }
    }
    expect(await ada.keys.withKey('eip155', (key) => key.length)).toBe(32)
  })

  test('a ticket is good once, for one purpose, for a minute, and from the auth service alone', async () => {
    const ada = await owner()
    const { eip155 } = ada.addresses
    const ticket = await ada.api.ticket('status')
    expect((await askVault('/v1/status', { ticket, eip155 })).status).toBe(200)
    const refused = { status: 401, code: 'invalid_ticket' }
    expect(await askVault('/v1/status', { ticket, eip155 })).toMatchObject(refused)
    const key = await frameKey()
    const other = { ticket: await ada.api.ticket('status', key), frameKey: key, eip155, way: null }
    expect(await askVault('/v1/recoveries', other)).toMatchObject(refused)
    const claims = decodeJwt(await ada.api.ticket('status'))
    const { privateKey } = await generateKeyPair('EdDSA')
    const forged = await new SignJWT({ ...claims, jti: randomUUID() }).setProtectedHeader({ alg: 'EdDSA' }).sign(privateKey)
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`
    for (const text of [forged, none, '', 'a.b.c', ticket.slice(0, -2)]) {
      expect(await askVault('/v1/status', { ticket: text, eip155 })).toMatchObject(refused)
    }
    const late = await ada.api.ticket('status')
    world.advance(120)
    expect(await askVault('/v1/status', { ticket: late, eip155 })).toMatchObject(refused)
  })

  test('a ticket for recovery is bound to one page’s key', async () => {
    const ada = await owner()
    const ticket = await ada.api.ticket('recover', await frameKey())
    const { eip155 } = ada.addresses
    expect(await askVault('/v1/recoveries', { ticket, frameKey: await frameKey(), eip155, way: null })).toMatchObject({ status: 401 })
    const mine = await frameKey()
    const way = (await ada.api.open()).wallet?.assisted ?? null
    const asked = await ada.api.vault.recover({ ticket: await ada.api.ticket('recover', mine), frameKey: mine, eip155, way })
    const other = { id: asked.id, secret: randomBytes(32).toString('base64url') }
    expect(await askVault('/v1/recoveries/wait', other)).toMatchObject({ status: 404 })
  })

  test('only the secure site’s page may read the vault’s answers', async () => {
    const preflight = (origin: string) =>
      world.vault.app.fetch(
        new Request(`${vaultUrl}/v1/status`, { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST' } }),
      )
    expect((await preflight(publicUrl)).headers.get('access-control-allow-origin')).toBe(publicUrl)
    expect((await preflight(hostOrigin)).headers.get('access-control-allow-origin')).not.toBe(hostOrigin)
    expect(await askVault('/v1/status', { ticket: 'a.b.c', eip155: `0x${'1'.repeat(40)}` }, { origin: hostOrigin })).toMatchObject({
      status: 403,
    })
  })

  test('S48: the auth service writes no way that the wallet’s own key has not signed, or that the vault does not hold its half of', async () => {
    const ada = await owner()
    const { walletId, wallet } = await ada.api.open()
    if (!wallet) throw new Error('no wallet')
    const { addresses, check, version } = wallet
    const id = randomUUID()
    const half = `${await frameKey()}.${'A'.repeat(60)}`
    const assisted = { kind: 'assisted' as const, id, version: 1, sealed: 'A'.repeat(80), half }
    const said: AuthStatement = { to: 'auth', wallet: walletId, follows: version, addresses, check, add: [assisted], remove: [] }
    const codeOf = async (statement: AuthStatement, key: Uint8Array, receipt?: string): Promise<string> => {
      const text = JSON.stringify(statement)
      const body = { statement: text, signature: signStatement(text, key), ...(receipt && { receipt }) }
      const answer = await ada.call('/v1/wallet/ways', body)
      return answer.status === 200 ? 'written' : errorAnswer.parse(answer.body).error.code
    }
    const thief = new Uint8Array(randomBytes(32))
    // A stolen login: another key, for the wallet's address and for one of its own.
    expect(await codeOf(said, thief)).toBe('invalid_statement')
    const own = await addressOf(thief)
    expect(await codeOf({ ...said, addresses: { ...addresses, eip155: own }, add: [] }, thief)).toBe('conflict')
    const devices = wallet.devices.map((device) => device.id)
    expect(await codeOf({ ...said, add: [], remove: devices }, thief)).toBe('invalid_statement')
    await ada.keys.withKey('eip155', async (key) => {
      const { privateKey } = await generateKeyPair('EdDSA')
      const claims = { wallet: walletId, eip155: addresses.eip155.toLowerCase(), ways: [{ id, kind: 'assisted' }] }
      const forged = await new SignJWT(claims)
        .setProtectedHeader({ alg: 'EdDSA' })
        .setIssuer(vaultUrl)
        .setAudience(publicUrl)
        .setIssuedAt()
        .setExpirationTime('5m')
        .sign(privateKey)
      for (const receipt of [undefined, 'x', forged, await ada.api.ticket('write')]) {
        expect(await codeOf(said, key, receipt)).toBe('invalid_receipt')
      }
      expect(await codeOf({ ...said, wallet: randomUUID() }, key)).toBe('invalid_statement')
      expect(await codeOf({ ...said, follows: version - 1, add: [] }, key)).toBe('conflict')
      // Said for the vault, it is nothing here.
      const body = JSON.stringify({ ...said, to: 'vault' })
      expect((await ada.call('/v1/wallet/ways', { statement: body, signature: signStatement(body, key) })).status).toBe(400)
    })
    expect((await ada.api.open()).wallet?.version).toBe(version)
  })

  test('S48: a ticket alone sets, adds and removes nothing at the vault', async () => {
    const ada = await owner()
    const { walletId, wallet } = await ada.api.open()
    const before = await ada.api.vault.status({ ticket: await ada.api.ticket('status'), eip155: ada.addresses.eip155 })
    const thief = new Uint8Array(randomBytes(32))
    const write = async (eip155: string, key: Uint8Array, change: Partial<VaultStatement> = {}): Promise<string | undefined> => {
      const ticket = await ada.api.ticket('write')
      const said = { to: 'vault', ticket: digest(ticket), wallet: walletId, eip155, add: [], keep: [], ...change }
      const statement = JSON.stringify(said)
      return (await askVault('/v1/ways', { ticket, statement, signature: signStatement(statement, key) })).code
    }
    expect(await write(ada.addresses.eip155, thief)).toBe('invalid_statement')
    await ada.keys.withKey('eip155', async (key) => {
      expect(await write(ada.addresses.eip155, key, { ticket: digest('another') })).toBe('invalid_statement')
      expect(await write(ada.addresses.eip155, key, { wallet: randomUUID() })).toBe('invalid_statement')
    })
    // An address of its own is another account of the vault: that of the owner stays.
    expect(await write(await addressOf(thief), thief)).toBeUndefined()
    const after = await ada.api.vault.status({ ticket: await ada.api.ticket('status'), eip155: ada.addresses.eip155 })
    expect(after).toEqual(before)
    expect(after.ways).toEqual([wallet?.assisted])
  })

  test('halves are let out sixty times in ten minutes, then no more', async () => {
    const ada = await owner()
    const { rates } = world.site.services
    const { walletId } = await ada.api.open()
    for (let count = 0; count < 60; count += 1) await rates.note(`share:${walletId}:${ada.browser.device}`)
    await expect(ada.keys.withKey('eip155', () => 1)).rejects.toMatchObject({ code: 'rate_limit' })
    world.advance(601)
    expect(await ada.keys.withKey('eip155', () => 1)).toBe(1)
  })

  test('S27: a stolen login uses up its own share of halves, tickets, writes and exports, and none of the owner’s', async () => {
    const ada = await owner()
    const thief = await world.visitor({ email: ada.email })
    const key = await frameKey()
    const { walletId } = await thief.api.open()
    const statement = JSON.stringify({ to: 'vault', wallet: walletId, eip155: ada.addresses.eip155, add: [] })
    const codesOf = async (times: number, call: () => Promise<unknown>) => {
      const codes = new Set<unknown>()
      for (let count = 0; count < times; count += 1) codes.add(await call())
      return codes
    }
    const at = async (path: string, body: object) => errorAnswer.safeParse((await thief.call(path, body)).body).data?.error.code
    expect(await codesOf(61, () => at('/v1/wallet/way', { id: randomUUID(), frameKey: key }))).toContain('rate_limit')
    expect(await codesOf(31, () => at('/v1/wallet/export/start', {}))).toContain('rate_limit')
    const unsigned = { statement, signature: signStatement(statement, new Uint8Array(randomBytes(32))) }
    expect(await codesOf(41, () => at('/v1/wallet/ways', unsigned))).toContain('rate_limit')
    const write = async () => (await askVault('/v1/ways', { ticket: await thief.api.ticket('write'), ...unsigned })).code
    expect(await codesOf(41, write)).toContain('rate_limit')
    expect(await codesOf(121, () => at('/v1/wallet/ticket', { purpose: 'status' }))).toContain('rate_limit')

    expect(await ada.keys.withKey('eip155', () => 1)).toBe(1)
    expect(await ada.keys.startExport()).toMatchObject({ step: 'wait' })
    const { code, confirm } = await ada.keys.createRecoveryCode()
    await confirm(code)
    await ada.keys.settled()
  })

  test('S27: at the vault, too: a browser that has shown the key is never kept waiting by another, and a new one by five networks alone', async () => {
    const home = await start({ vault: { trustProxy: 1 } })
    const ada = await owner(home)
    const { eip155 } = ada.addresses
    const ask = async ({ api }: Visitor, network: string, path: '/v1/recoveries' | '/v1/challenges') => {
      const key = await frameKey()
      const way = (await api.open()).wallet?.assisted ?? null
      const body = {
        ticket: await api.ticket('recover', key),
        frameKey: key,
        eip155,
        ...(path === '/v1/recoveries' ? { way } : { split: false }),
      }
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': network }
      const answer = await home.vault.app.fetch(new Request(`${vaultUrl}${path}`, { method: 'POST', body: JSON.stringify(body), headers }))
      return errorAnswer.safeParse(await answer.json()).data?.error.code
    }
    for (const path of ['/v1/recoveries', '/v1/challenges'] as const) {
      const useUp = async (network: string): Promise<void> => {
        const thief = await home.visitor({ email: ada.email })
        for (let code: unknown; code !== 'rate_limit'; code = await ask(thief, network, path)) home.advance(31)
      }
      await useUp('203.0.113.1')
      const fresh = await home.visitor({ email: ada.email })
      expect(await ask(fresh, '203.0.113.1', path), path).toBe('rate_limit')
      expect(await ask(fresh, '198.51.100.1', path), path).toBeUndefined()
      expect(await ask(ada, '203.0.113.1', path), path).toBeUndefined()
      for (const network of ['203.0.113.2', '203.0.113.3', '203.0.113.4']) await useUp(network)
      expect(await ask(fresh, '192.0.2.1', path), path).toBe('rate_limit')
      home.advance(31)
      expect(await ask(ada, '192.0.2.1', path), path).toBeUndefined()
    }
  })

  test('the vault mails at most once in 30 s and five times an hour', async () => {
    const ada = await owner()
    const ask = async () => {
      const key = await frameKey()
      const way = (await ada.api.open()).wallet?.assisted ?? null
      const { eip155 } = ada.addresses
      return await ada.api.vault.recover({ ticket: await ada.api.ticket('recover', key), frameKey: key, eip155, way })
    }
    await ask()
    await expect(ask()).rejects.toMatchObject({
      code: 'cooldown',
      message: expect.stringMatching(/^Please try again after ([1-9]|[12]\d|30) seconds$/),
    })
    for (let count = 0; count < 4; count += 1) {
      world.advance(31)
      await ask()
    }
    world.advance(31)
    await expect(ask()).rejects.toMatchObject({ code: 'rate_limit' })
  })

  test('words are shown after a day, with a fresh code, and the owner is told before and after', async () => {
    const ada = await owner()
    const step = await ada.keys.startExport()
    expect(step).toMatchObject({ step: 'wait' })
    await expect(ada.keys.exportWords({ code: '000000' })).rejects.toThrow(ExportNotReadyError)
    await expect(ada.keys.mailExportCode()).rejects.toMatchObject({ code: 'export_waits' })
    expect((await world.site.mailed()).filter(({ to }) => to === ada.email).at(-1)?.subject).toBe(
      'Your wallet’s secret words were asked for',
    )
    world.advance(86_401)
    expect(await ada.keys.startExport()).toEqual({ step: 'code' })
    await expect(ada.keys.exportWords()).rejects.toMatchObject({ step: 'code' })
    await ada.keys.mailExportCode()
    expect(await ada.keys.startExport(), 'a page that is loaded again takes the code that was mailed').toEqual({
      step: 'code',
      mailed: true,
    })
    const code = codeIn((await world.site.mailed()).at(-1)?.text)
    const wrong = code === '000000' ? '000001' : '000000'
    await expect(ada.keys.exportWords({ code: wrong })).rejects.toMatchObject({ code: 'wrong_code' })
    // The code is this browser's: another one of the same owner can't use it.
    const other = await world.visitor({ email: ada.email, store: ada.store })
    await other.keys.open()
    await expect(other.keys.exportWords({ code })).rejects.toMatchObject({ code: 'code_needed' })
    const words = await ada.keys.exportWords({ code })
    expect(words).toHaveLength(24)
    expect((await world.site.mailed()).filter(({ to }) => to === ada.email).at(-1)?.subject).toBe('Your wallet’s secret words were shown')
    // Once is once.
    expect(await ada.keys.startExport()).toMatchObject({ step: 'wait' })
    await Promise.all([ada.keys.settled(), other.keys.settled()])
  })

  test('R16: a waiting time that a clock far ahead has begun is begun anew, and no other', async () => {
    const ada = await owner()
    expect(await ada.keys.startExport()).toMatchObject({ step: 'wait' })
    const { db, clock } = world.site.services
    const { walletId } = await ada.api.open()
    const set = (ahead: number) =>
      db
        .updateTable('wallet_exports')
        .set({ not_before: clock() + ahead, expires_at: clock() + ahead + 86_400_000 })
        .where('wallet_id', '=', walletId)
        .execute()
    // By the clock of another process, a little ahead.
    await set(86_430_000)
    const step = await ada.keys.startExport()
    expect(step.step === 'wait' && step.notBefore - clock()).toBeGreaterThan(86_401_000)
    await set(366 * 86_400_000)
    expect(await ada.keys.startExport()).toMatchObject({ step: 'wait' })
    world.advance(86_401)
    expect(await ada.keys.startExport()).toEqual({ step: 'code' })
  })

  test('S26: of 200 parallel guesses at an export’s code at most five are evaluated', async () => {
    const ada = await owner()
    await ada.keys.startExport()
    world.advance(86_401)
    await ada.keys.mailExportCode()
    const code = codeIn((await world.site.mailed()).at(-1)?.text)
    const key = await frameKey()
    const way = (await ada.keys.devices())[0]?.id ?? ''
    const guesses = Array.from({ length: 200 }, (_, index) => String((Number(code) + 1 + index) % 1_000_000).padStart(6, '0'))
    const answers = await Promise.all(
      guesses.map((guess) => ada.api.exportWay({ id: way, frameKey: key, code: guess }).catch((error: unknown) => error)),
    )
    const evaluated = answers.filter((answer) => answer instanceof Error && 'code' in answer && answer.code === 'wrong_code').length
    recordPromise({
      id: 'S26',
      name: 'parallel guesses at an export code: evaluated',
      runs: 200,
      accepted: 0,
      more: { evaluated },
    })
    expect(evaluated).toBe(5)
    await expect(ada.keys.exportWords({ code })).rejects.toMatchObject({ code: 'code_needed' })
  })

  test('the owner stops an export by the mail; opening the link stops nothing', async () => {
    const ada = await owner()
    await ada.keys.startExport()
    const mail = (await world.site.mailed()).findLast(({ to }) => to === ada.email)
    const link = /https:\/\/\S+\/wallet\/export\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''
    const page = await (await world.site.app.fetch(new Request(link))).text()
    expect(page).toContain('<form method="post"')
    world.advance(86_401)
    expect(await ada.keys.startExport()).toEqual({ step: 'code' })
    expect(await (await world.site.app.fetch(new Request(link, { method: 'POST' }))).text()).toContain('Stopped')
    expect(await (await world.site.app.fetch(new Request(link, { method: 'POST' }))).text()).toContain('Nothing to stop')
    await expect(ada.keys.mailExportCode()).rejects.toMatchObject({ code: 'export_waits' })
    expect(await ada.keys.startExport()).toMatchObject({ step: 'wait' })
  })

  test('in user mode words need a factor, shown just now', async () => {
    const ada = await owner()
    const { code, confirm } = await ada.keys.createRecoveryCode()
    await confirm(code)
    expect(await ada.keys.startExport()).toEqual({ step: 'factor', passkey: false, recoveryCode: true, passphrase: false })
    await expect(ada.keys.exportWords()).rejects.toMatchObject({ step: 'factor' })
    await expect(ada.keys.exportWords({ code: '123456' })).rejects.toMatchObject({ step: 'factor' })
    const proof = randomBytes(32).toString('base64url')
    const way = (await ada.keys.devices())[0]?.id ?? ''
    await expect(ada.api.exportWay({ id: way, frameKey: await frameKey(), proof })).rejects.toMatchObject({ code: 'factor_needed' })
    await expect(ada.keys.exportWords({ recoveryCode: (await ada.keys.createRecoveryCode()).code })).rejects.toThrow(RecoveryCodeError)
    expect(await ada.keys.exportWords({ recoveryCode: code })).toHaveLength(24)
    await ada.keys.settled()
  })

  test('both audit logs are whole, and a changed entry is found', async () => {
    await owner()
    for (const { services } of [world.site, world.vault]) {
      expect(await services.audit.verify()).toBeUndefined()
      const { db } = services
      const entry = await db.selectFrom('audit').selectAll().orderBy('at', 'desc').limit(1).executeTakeFirstOrThrow()
      await db.updateTable('audit').set({ facts: '{}' }).where('hash', '=', entry.hash).execute()
      expect(await services.audit.verify()).toEqual({ chain: entry.chain, seq: entry.seq })
      await db.updateTable('audit').set({ facts: entry.facts }).where('hash', '=', entry.hash).execute()
    }
  })
})
