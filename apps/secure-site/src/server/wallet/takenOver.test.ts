import { randomBytes, randomUUID } from 'node:crypto'
import { operatorKeyWrapper, unwrapShare } from '@portico/service/secrets'
import { createSigner } from '@portico/service/signing'
import { databases } from '@portico/service/test'
import { type VaultRecovery, vaultRecovery, createSealingKeys, openRoot, publicKeyOf } from '@portico/vault-wire'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordPromise } from '../../../../../scripts/lib/promises.mjs'
import { publicUrl } from '../test/site.js'
import { type Accounts, authClient, createAccounts, openWindow, pressAt } from './test/accounts.js'
import { type World, createWorld, testPasskeys, vaultUrl } from './test/world.js'
import { createWallets } from './wallets.js'

/** Either of the two services, taken over as a whole, against a hundred wallets. */
describe.each(await databases())('a service that is taken over, on $name', ({ name, fresh, drop }) => {
  interface Owner {
    readonly eip155: string
    readonly walletId: string
    readonly userId: string
    /** At the provider, and at Farcaster, where the vault knows the owner by that. */
    readonly sub: string | undefined
    readonly caster: { readonly by: ReturnType<Accounts['person']>; readonly fid: number } | undefined
  }
  /** A hundred owners: with and without an address, with a code, with a passkey, with an account that the vault knows them by. */
  const makeHundred = async (): Promise<{ at: World; accounts: Accounts; owners: Owner[] }> => {
    let offset = 0
    const accounts = await createAccounts(() => Date.now() + offset)
    const { identities, fetch: outside } = accounts
    const made = await createWorld({ database: await fresh(), vaultDatabase: await fresh(), vault: { identities }, outside })
    const at: World = {
      ...made,
      advance: (seconds) => {
        offset += seconds * 1000
        made.advance(seconds)
      },
    }
    const owners: Owner[] = []
    for (let count = 0; count < 100; count += 1) {
      const email = count % 4 === 3 ? null : `${randomUUID()}@example.com`
      const visitor = await at.visitor({ email, passkeys: testPasskeys() })
      const { eip155 } = await visitor.keys.open()
      if (count % 4 === 1) {
        const { code, confirm } = await visitor.keys.createRecoveryCode()
        await confirm(code)
      }
      if (count % 4 === 2) await visitor.keys.addPasskey()
      const sub = count % 4 === 3 && count % 8 === 3 ? randomUUID() : undefined
      const caster = count % 8 === 7 ? { by: accounts.person(5000 + count), fid: 5000 + count } : undefined
      const signal = AbortSignal.timeout(60_000)
      const show = async (url: string): Promise<void> => {
        const { nonce, post } = await openWindow(at, url)
        await post({ id_token: await accounts.token({ sub: sub ?? '', nonce }) })
      }
      if (sub) await visitor.keys.addIdentity({ kind: 'google', signal, onOpen: ({ url }) => void show(url) })
      if (caster) await visitor.keys.addIdentity({ kind: 'farcaster', signal, onOpen: ({ url }) => void accounts.sign(url, caster) })
      await visitor.keys.settled()
      const { walletId, userId } = await visitor.api.open()
      owners.push({ eip155, walletId, userId, sub, caster })
    }
    return { at, accounts, owners }
  }
  let hundred: Awaited<ReturnType<typeof makeHundred>>
  beforeAll(async () => void (hundred = await makeHundred()), 300_000)
  afterAll(async () => {
    await hundred.at.close()
    await drop()
  })

  test('S46: all of the auth service (database, keys, its API) opens 0 of 100 wallets', { timeout: 300_000 }, async () => {
    const { at, accounts, owners } = hundred
    const { db, secrets, clock } = at.site.services
    const rows = await db.selectFrom('wallet_ways').selectAll().execute()
    const { ways } = createWallets({ db, clock, wrapper: operatorKeyWrapper(secrets), recovery: 'assisted' })
    const signer = createSigner({ secrets, purpose: 'tickets', issuer: publicUrl, clock })
    const frame = await createSealingKeys()
    const frameKey = await publicKeyOf(frame)
    const evil = 'thief@example.com'
    const mint = async (wallet: string, purpose: string): Promise<string> => {
      const claims = {
        wallet,
        purpose,
        device: 'x',
        version: 1,
        attempt: randomUUID(),
        frameKey,
        email: evil,
        origin: publicUrl,
        browser: 'x',
        locale: 'en',
      }
      return await signer.sign(claims, { audience: vaultUrl, subject: 'x', seconds: 60 })
    }
    const vault = async (path: string, body: unknown): Promise<unknown> => {
      const init = { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
      return await (await at.vault.app.fetch(new Request(`${vaultUrl}${path}`, init))).json()
    }
    const stolen: string[] = []
    let opened = 0
    let shown = 0
    for (const { eip155, walletId, userId, sub, caster } of owners) {
      const way = rows.find((row) => row.wallet_id === walletId && row.kind === 'assisted')?.id ?? null
      // With tickets of its own, as often and as late as it likes: the vault mails only whom it knows, and nobody presses.
      for (let week = 0; week < 2; week += 1) {
        stolen.push(JSON.stringify(await vault('/v1/status', { ticket: await mint(walletId, 'status'), eip155 })))
        const asked = await vault('/v1/recoveries', { ticket: await mint(walletId, 'recover'), frameKey, eip155, way })
        stolen.push(JSON.stringify(asked))
        const challenge = await vault('/v1/challenges', { ticket: await mint(walletId, 'recover'), frameKey, eip155, split: false })
        stolen.push(JSON.stringify(challenge))
        if (typeof challenge === 'object' && challenge && 'id' in challenge) {
          const proof = { id: challenge.id, factorId: randomUUID(), proof: randomBytes(32).toString('base64url') }
          stolen.push(JSON.stringify(await vault('/v1/proofs', proof)))
        }
        at.advance(8 * 86_400)
      }
      // What people show it at their logins, over whatever nonce it likes: for its own client, and in its own name.
      const askFor = async (by: string): Promise<VaultRecovery> =>
        vaultRecovery.parse(await vault('/v1/recoveries', { ticket: await mint(walletId, 'recover'), frameKey, eip155, way, by }))
      const outcome = async ({ id, secret }: VaultRecovery): Promise<string> =>
        JSON.stringify(await vault('/v1/recoveries/wait', { id, secret }))
      if (sub) {
        const asked = await askFor('google')
        const { nonce, post } = await openWindow(at, asked.url ?? '')
        const { link } = await post({ id_token: await accounts.token({ sub, nonce, more: { aud: authClient } }) })
        if (link) await pressAt(at, link, 'confirm')
        stolen.push(await outcome(asked))
        shown += 1
      }
      if (caster) {
        const asked = await askFor('farcaster')
        await accounts.sign(asked.url ?? '', { ...caster, more: { domain: 'shop.example', uri: 'https://shop.example' } })
        stolen.push(await outcome(asked))
        shown += 1
      }
      // Its own halves, each with each, and with nothing.
      const own: Uint8Array[] = [new Uint8Array(32)]
      const mine = rows.filter((row) => row.wallet_id === walletId)
      for (const { id } of mine) {
        const { half } = await ways.open(walletId, id)
        if (half) own.push(half)
      }
      for (const { id, sealed, version } of mine) {
        for (const one of own) {
          for (const other of own) {
            const context = { user: userId, wallet: walletId, way: id, version }
            opened += await openRoot(sealed, [one, other], context).then(
              () => 1,
              () => 0,
            )
          }
        }
      }
    }
    expect(shown).toBe(25)
    await at.vault.services.mail.flush()
    expect(stolen.filter((text) => text.includes('"half"') || text.includes('"share"') || text.includes('released'))).toEqual([])
    expect(at.vaultMails.some(({ to }) => to === evil)).toBe(false)
    recordPromise({
      id: 'S46',
      name: `wallets opened by all of the auth service, ${name}`,
      runs: owners.length,
      accepted: opened,
    })
    expect(opened).toBe(0)
  })

  test('S46: all of the vault (database, keys, its API) opens 0 of 100 wallets', { timeout: 300_000 }, async () => {
    const { at, owners } = hundred
    const { db, secrets, clock } = at.vault.services
    const wrapper = operatorKeyWrapper(secrets)
    const rows = await db.selectFrom('vault_ways').selectAll().execute()
    expect(rows.length).toBeGreaterThanOrEqual(owners.length)
    // What is sealed is the auth service's: it tells nobody who is not logged in.
    const frameKey = await publicKeyOf(await createSealingKeys())
    const signer = createSigner({ secrets, purpose: 'receipts', issuer: vaultUrl, clock })
    let opened = 0
    for (const row of rows) {
      const context = { wallet: `${row.wallet_id}/${row.eip155}`, index: 'way', attempt: row.id, version: 1 }
      const half = await unwrapShare(wrapper, row, context)
      expect(half).toHaveLength(32)
      const forged = await signer.sign({ wallet: row.wallet_id, purpose: 'recover' }, { audience: publicUrl, seconds: 60 })
      for (const path of ['open', 'way', 'share', 'ticket']) {
        const body = JSON.stringify({ id: row.id, frameKey })
        const headers = { 'content-type': 'application/json', authorization: `DPoP ${forged}` }
        const answer = await at.site.app.fetch(new Request(`${publicUrl}/v1/wallet/${path}`, { method: 'POST', body, headers }))
        if (answer.status === 200) opened += 1
      }
    }
    recordPromise({ id: 'S46', name: `wallets opened by all of the vault, ${name}`, runs: owners.length, accepted: opened })
    expect(opened).toBe(0)
  })
})
