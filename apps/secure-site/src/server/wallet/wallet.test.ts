import { randomUUID } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { databases } from '@portico/service/test'
import { base58 } from '@scure/base'
import { bytesToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RecoveryCodeError, RecoveryDelayedError, RecoveryRefusedError, WalletLockedError, memoryKeyStore } from '../../page/keys/index.js'
import { type Visitor, type World, type WorldOptions, createWorld, lastingStore, testPasskeys } from './test/world.js'

/** The address that a browser's key really gives, by another library than the one that derived it. */
async function signer({ keys }: Visitor): Promise<{ eip155: string; solana: string }> {
  return {
    eip155: await keys.withKey('eip155', (key) => privateKeyToAccount(bytesToHex(key)).address),
    solana: await keys.withKey('solana', (key) => base58.encode(ed25519.getPublicKey(key))),
  }
}

/** Recovers by mail, with the press on the vault's page in the middle. */
async function recoverByMail(world: World, { keys }: Visitor, decision: 'confirm' | 'decline' = 'confirm'): Promise<string> {
  world.advance(31)
  const signal = new AbortController().signal
  let pressed: Promise<string | undefined> | undefined
  const recovered = keys.recoverByMail({ onMatch: () => (pressed = world.press(decision)), signal })
  await recovered
  return (await pressed) ?? ''
}

describe.each(await databases())('the wallet on $name', ({ fresh, drop }) => {
  const worlds: World[] = []
  const start = async (options: Partial<WorldOptions> = {}): Promise<World> => {
    const world = await createWorld({ database: await fresh(), vaultDatabase: await fresh(), ...options })
    worlds.push(world)
    return world
  }
  /** Most tests share the services and have an owner of their own. */
  let shared: World
  beforeAll(async () => {
    shared = await start()
  })
  const owned = (): { world: World; visitor: World['visitor']; email: string } => {
    const email = `${randomUUID()}@example.com`
    return { world: shared, email, visitor: (options = {}) => shared.visitor({ email, ...options }) }
  }
  afterAll(async () => {
    for (const world of worlds) await world.close()
    await drop()
  })

  test('a first login makes a wallet that signs with the keys of its addresses', async () => {
    const { visitor } = owned()
    const ada = await visitor()
    const addresses = await ada.keys.open()
    expect(await ada.keys.unlockStep()).toEqual({ kind: 'none' })
    expect(await signer(ada)).toEqual(addresses)
    expect(await ada.keys.security()).toEqual({
      mode: 'progressive',
      passkeys: 0,
      recoveryCode: false,
      passphrase: false,
      device: true,
      recoverable: true,
    })
    await ada.keys.settled()
  })

  test('of two browsers that log in at the same time both get the one wallet', async () => {
    const { world, visitor } = owned()
    const [first, second] = [await visitor(), await visitor()]
    const [one, two] = await Promise.all([first.keys.open(), second.keys.open()])
    expect(two).toEqual(one)
    const { walletId } = await first.api.open()
    const { db } = world.site.services
    expect(await db.selectFrom('wallets').select('version').where('id', '=', walletId).execute()).toEqual([{ version: 1 }])
    const owner = (await first.keys.unlockStep()).kind === 'none' ? first : second
    expect(await signer(owner)).toEqual(one)
  })

  test('a second browser sees the addresses at once and signs after the press in the mail; the first one goes on', async () => {
    const { world, visitor } = owned()
    const first = await visitor()
    const addresses = await first.keys.open()
    const second = await visitor()
    expect(await second.keys.open()).toEqual(addresses)
    expect(await second.keys.unlockStep()).toMatchObject({ kind: 'vault', mail: true })
    await expect(second.keys.withKey('eip155', () => 1)).rejects.toThrow(WalletLockedError)
    const page = await recoverByMail(world, second)
    expect(page).toContain('Done')
    expect(await second.keys.unlockStep()).toEqual({ kind: 'none' })
    expect(await signer(second)).toEqual(addresses)
    // Its own way has nothing to do with the other's.
    expect(await signer(first)).toEqual(addresses)
    await Promise.all([first.keys.settled(), second.keys.settled()])
  })

  test('S30: opening the mailed link confirms nothing, and a refusal ends the waiting', async () => {
    const { world, visitor } = owned()
    await (await visitor()).keys.open()
    const second = await visitor()
    await second.keys.open()
    world.advance(31)
    const pages: string[] = []
    const onMatch = async (): Promise<void> => {
      await world.vault.services.mail.flush()
      const link = /https:\/\/vault\.example\/\S+/.exec(world.vaultMails.at(-1)?.text ?? '')?.[0] ?? ''
      for (let visits = 0; visits < 3; visits += 1) {
        pages.push(await (await world.vault.app.fetch(new Request(link))).text())
      }
      const { walletId } = await second.api.open()
      const { db } = world.vault.services
      expect(await db.selectFrom('vault_releases').select('status').where('wallet_id', '=', walletId).execute()).toEqual([
        { status: 'pending' },
      ])
      await world.press('decline')
    }
    let prefetched: Promise<void> | undefined
    const recovered = second.keys.recoverByMail({ onMatch: () => (prefetched = onMatch()), signal: new AbortController().signal })
    await expect(recovered).rejects.toThrow(RecoveryRefusedError)
    await prefetched
    expect(pages[0]).toContain('https://shop.example')
    await expect(second.keys.withKey('eip155', () => 1)).rejects.toThrow(WalletLockedError)
  })

  test('a question that is taken back leaves a link that is over', async () => {
    const { world, visitor } = owned()
    await (await visitor()).keys.open()
    const second = await visitor()
    await second.keys.open()
    world.advance(31)
    const waits = new AbortController()
    let page = ''
    const takeBack = async (): Promise<void> => {
      await second.keys.endByMail()
      page = (await world.press('confirm')) ?? ''
    }
    let taken: Promise<void> | undefined
    const recovered = second.keys.recoverByMail({ onMatch: () => (taken = takeBack()), signal: waits.signal })
    await expect(recovered).rejects.toThrow(RecoveryRefusedError)
    await taken
    expect(page).toContain('This link is over')
    await expect(second.keys.withKey('eip155', () => 1)).rejects.toThrow(WalletLockedError)
  })

  test('where nothing can be stored the page signs for its life and needs the mail after each reload', async () => {
    const { world, visitor } = owned()
    const first = await visitor({ store: memoryKeyStore() })
    const addresses = await first.keys.open()
    expect(await signer(first)).toEqual(addresses)
    expect(await first.keys.signs()).toBe('open')
    const reloaded = await visitor({ store: memoryKeyStore() })
    await reloaded.keys.open()
    expect(await reloaded.keys.signs()).toBe('no')
    expect(await reloaded.keys.unlockStep()).toMatchObject({ kind: 'vault', mail: true })
    await recoverByMail(world, reloaded)
    expect(await signer(reloaded)).toEqual(addresses)
    expect(await reloaded.keys.security()).toMatchObject({ device: false })
    expect(await reloaded.keys.signs()).toBe('open')
    await reloaded.keys.settled()
  })

  test('a recovery code makes it the owner’s alone: the assisted way ends', async () => {
    const { world, visitor, email } = owned()
    const first = await visitor()
    const addresses = await first.keys.open()
    const { code, confirm } = await first.keys.createRecoveryCode()
    expect(await first.keys.security()).toMatchObject({ mode: 'progressive', recoveryCode: false })
    await expect(confirm(code.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))).rejects.toThrow(RecoveryCodeError)
    await confirm(code.toLowerCase().replaceAll('-', ' '))
    await first.keys.settled()
    expect(await first.keys.security()).toEqual({
      mode: 'user',
      passkeys: 0,
      recoveryCode: true,
      passphrase: false,
      device: true,
      recoverable: true,
    })
    const { walletId } = await first.api.open()
    const { db } = world.vault.services
    const kinds = await db.selectFrom('vault_ways').select('kind').where('wallet_id', '=', walletId).execute()
    expect(kinds).toEqual([{ kind: 'recoveryCode' }])
    await world.vault.services.mail.flush()
    expect(world.vaultMails.some(({ to, text }) => to === email && text.includes('without them it is lost'))).toBe(true)

    const second = await visitor()
    await second.keys.open()
    expect(await second.keys.unlockStep()).toEqual({ kind: 'factor', passkey: false, recoveryCode: true, passphrase: false })
    const signal = new AbortController().signal
    await expect(second.keys.recoverByMail({ onMatch: () => {}, signal })).rejects.toMatchObject({ code: 'factor_needed' })
    const other = (await first.keys.createRecoveryCode()).code
    await expect(second.keys.recoverByCode(other)).rejects.toThrow(RecoveryCodeError)
    await expect(second.keys.recoverByCode('not a code')).rejects.toThrow(RecoveryCodeError)
    await second.keys.recoverByCode(code)
    expect(await signer(second)).toEqual(addresses)
    await second.keys.settled()
    // The code still works, in a third browser.
    const third = await visitor()
    await third.keys.open()
    await third.keys.recoverByCode(code)
    expect(await signer(third)).toEqual(addresses)
    await third.keys.settled()
  })

  test('a passkey recovers, and a second one beside a code leaves both working', async () => {
    const { visitor } = owned()
    const passkeys = testPasskeys()
    const first = await visitor({ passkeys })
    const addresses = await first.keys.open()
    await first.keys.addPasskey()
    const { code, confirm } = await first.keys.createRecoveryCode()
    await confirm(code)
    await first.keys.settled()
    expect(await first.keys.security()).toEqual({
      mode: 'user',
      passkeys: 1,
      recoveryCode: true,
      passphrase: false,
      device: true,
      recoverable: true,
    })
    for (const recover of [({ keys }: Visitor) => keys.recoverByPasskey(), ({ keys }: Visitor) => keys.recoverByCode(code)]) {
      const other = await visitor({ passkeys })
      await other.keys.open()
      await recover(other)
      expect(await signer(other)).toEqual(addresses)
      await other.keys.settled()
    }
  })

  test('with the assisted policy the mail works beside the factor', async () => {
    const world = await start({ site: { wallet: { recovery: 'assisted' } } })
    const first = await world.visitor()
    await first.keys.open()
    const { code, confirm } = await first.keys.createRecoveryCode()
    await confirm(code)
    await first.keys.settled()
    expect(await first.keys.security()).toMatchObject({ mode: 'assisted', recoveryCode: true })
    const second = await world.visitor()
    await second.keys.open()
    expect(await second.keys.unlockStep()).toMatchObject({ kind: 'vault', mail: true })
    await recoverByMail(world, second)
    await second.keys.settled()
    const third = await world.visitor()
    await third.keys.open()
    await third.keys.recoverByCode(code)
    await third.keys.settled()
  })

  test('a cleared browser recovers', async () => {
    const { world, visitor } = owned()
    const store = lastingStore()
    const first = await visitor({ store })
    const addresses = await first.keys.open()
    store.lose()
    const again = await visitor({ store })
    await again.keys.open()
    await recoverByMail(world, again)
    expect(await signer(again)).toEqual(addresses)
    await again.keys.settled()
  })

  test('much worth is let out after the operator’s delay, and can be refused until then', async () => {
    const world = await start({ vault: { delay: { seconds: 3600, above: 0n, rpcUrl: 'http://127.0.0.1:1' } } })
    const first = await world.visitor()
    const addresses = await first.keys.open()
    await first.keys.settled()
    const frame = await import('@portico/vault-wire').then(({ createSealingKeys, publicKeyOf }) => createSealingKeys().then(publicKeyOf))
    const { eip155 } = addresses
    const way = (await first.api.open()).wallet?.assisted ?? null
    const ask = async () =>
      await first.api.vault.recover({ ticket: await first.api.ticket('recover', frame), frameKey: frame, eip155, way })
    const never = AbortSignal.timeout(60_000)
    const asked = await ask()
    await world.press('confirm')
    const settled = first.api.vault.wait(asked, never)
    // Nobody waits any longer than that.
    world.vault.services.signals.close()
    expect(await settled).toMatchObject({ status: 'delayed' })
    await world.vault.services.mail.flush()
    expect(world.vaultMails.at(-1)?.subject).toBe('Your wallet opens in a new browser later')
    // The page that asked is long closed: what counts is that the owner waited.
    world.advance(3601)
    const second = await ask()
    await world.press('confirm')
    expect(await first.api.vault.wait(second, never)).toMatchObject({ status: 'released' })
    world.advance(31)
    // The next one waits again, and can be refused until then.
    const third = await ask()
    await world.press('confirm')
    expect(await first.api.vault.wait(third, never)).toMatchObject({ status: 'delayed' })
    await world.press('decline')
    expect(await first.api.vault.wait(third, never)).toEqual({ status: 'declined' })
    world.advance(31)
    const signal = new AbortController().signal
    await expect(first.keys.recoverByMail({ onMatch: () => void world.press('confirm'), signal })).rejects.toThrow(RecoveryDelayedError)
    expect(await signer(first)).toEqual(addresses)
  })
})
