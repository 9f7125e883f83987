/** Making ways in, and writing them down: first at the vault, then at the auth service, whose write is the one that counts. */
import {
  type AuthStatement,
  type Factor,
  type OpenAnswer,
  type ShareDevice,
  type VaultStatement,
  type Way,
  newHalf,
  publicKeyOf,
  seal,
  sealRoot,
  sealedFor,
  signStatement,
} from '@portico/vault-wire'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { base64urlnopad } from '@scure/base'
import { type KeysContext, type Opened, adopt, current, hold } from './context.js'
import { ensureDevice, note, rememberHalf } from './device.js'
import { type Expected, type OpenRoot, addressesOf, checkOf, createRoot, keysOfRoot, zero } from './root.js'

/** A way before it is written: the parts go to different places. */
interface MadeWay {
  readonly way: Way
  /** The vault's half. */
  readonly vault?: { readonly half: Uint8Array; readonly factor?: Factor }
  /** This browser's half. */
  readonly own?: Uint8Array
}

/** What ways are made of. */
interface Making {
  readonly root: Uint8Array
  readonly answer: OpenAnswer
}

/** A way for this browser. */
async function makeDeviceWay(context: KeysContext, { root, answer }: Making): Promise<MadeWay> {
  const { walletId } = answer
  const { lasting } = context.store
  const device = lasting ? (await ensureDevice(context, walletId)).deviceId : crypto.randomUUID()
  const { sealed, half, id, first } = await sealedPair({ root, answer })
  return { way: { kind: 'device', id, version: 1, sealed, half, device, lasting }, own: first }
}

/** A way for another browser, or another site's page in this one: its half is left for it, sealed to its key. */
export async function makeLeftWay(
  making: Making,
  { id: device, publicKey, lasting = true }: Pick<ShareDevice, 'id' | 'publicKey'> & { readonly lasting?: boolean },
): Promise<MadeWay> {
  const { sealed, half, id, first } = await sealedPair(making)
  const left = await seal(first, publicKey, sealedFor.half('device', making.answer.walletId, id))
  zero(first)
  return { way: { kind: 'device', id, version: 1, sealed, half, device, lasting, left } }
}

/** By the vault, after its own proof, and the auth service, after a login. */
export async function makeAssistedWay(making: Making): Promise<MadeWay> {
  const { sealed, half, id, first } = await sealedPair(making)
  return { way: { kind: 'assisted', id, version: 1, sealed, half }, vault: { half: first } }
}

/** @param half what follows from the factor; without it one is made, and sealed to the factor's key */
export async function makeFactorWay({ root, answer }: Making, factor: Factor, half?: Uint8Array): Promise<MadeWay> {
  const { walletId: wallet, userId: user } = answer
  const { id } = factor
  const [first, second] = [newHalf(), half ?? newHalf()]
  const sealed = await sealRoot(root, [first, second], { user, wallet, way: id, version: 1 })
  const enclosed = half ? undefined : await seal(second, factor.publicKey, sealedFor.half('factor', wallet, id))
  if (!half) zero(second)
  return { way: { kind: 'factor', id, version: 1, sealed, factor, ...(enclosed && { enclosed }) }, vault: { half: first, factor } }
}

/** A new way of which the auth service has the second half. */
async function sealedPair({ root, answer }: Making) {
  const { walletId: wallet, userId: user, publicKey } = answer
  const id = crypto.randomUUID()
  const [first, second] = [newHalf(), newHalf()]
  const sealed = await sealRoot(root, [first, second], { user, wallet, way: id, version: 1 })
  const half = await seal(second, publicKey, sealedFor.half('auth', wallet, id))
  zero(second)
  return { id, first, sealed, half }
}

/** Makes the wallet of a first login. Of two browsers that do it at the same time one wins, and both have its wallet. */
export async function createWallet(context: KeysContext, answer: OpenAnswer): Promise<Opened> {
  const root = createRoot()
  const keys = await keysOfRoot(root)
  try {
    const expected = { check: checkOf(root), addresses: addressesOf(keys) }
    const making = { root, answer }
    const add = [await makeDeviceWay(context, making), await makeAssistedWay(making)]
    return await writeWays(context, { opened: { root, keys }, answer, expected, add, remove: [] })
  } catch (error) {
    const now = await context.api.open().catch(() => undefined)
    if (now?.wallet) return adopt(context, now)
    throw error
  } finally {
    zero(root, keys.eip155, keys.solana)
  }
}

/** Gives this browser a way of its own, in the place of any that it had. */
export async function addDeviceWay(context: KeysContext, opened: OpenRoot): Promise<void> {
  await change(context, opened, async (answer) => ({ add: [await makeDeviceWay(context, { root: opened.root, answer })], remove: [] }))
}

interface Change {
  readonly add: readonly MadeWay[]
  /** Ids of ways that end. */
  readonly remove: readonly string[]
}

/** Adds and ends ways of a wallet that is there. When another window was first, it is done again on what that left. */
export async function change(context: KeysContext, opened: OpenRoot, make: (answer: Opened) => Promise<Change>): Promise<Opened> {
  for (let tries = 1; ; tries += 1) {
    // Halves are sealed to a key that lives for minutes: the one that came when the wallet was opened may be gone.
    const answer = adopt(context, await context.api.open())
    const { check, addresses, version } = answer.wallet
    try {
      return await writeWays(context, { opened, answer, expected: { check, addresses }, ...(await make(answer)) })
    } catch (error) {
      const now = await context.api.open().catch(() => undefined)
      if (tries > 2 || !now?.wallet || now.wallet.version === version) throw error
      adopt(context, now)
    }
  }
}

/** Also with a way for this browser: for a wallet that has none yet. */
export async function withDeviceWay(context: KeysContext, making: Making, add: readonly MadeWay[]): Promise<readonly MadeWay[]> {
  return [await makeDeviceWay(context, making), ...add]
}

/** What the vault holds for a wallet. */
export function vaultIds({ wallet: { assisted, factors } }: Opened): readonly string[] {
  return [...(assisted === null ? [] : [assisted]), ...factors.map(({ id }) => id)]
}

/** All ways in that the auth service knows, by id. */
export function wayIds({ assisted, factors, devices }: Opened['wallet']): ReadonlySet<string | null> {
  return new Set([assisted, ...factors.map(({ id }) => id), ...devices.map(({ id }) => id)])
}

/** Tells the vault which ways there are: the others end, and so do shares of earlier releases. */
export async function keepAtVault(context: KeysContext, { keys }: OpenRoot): Promise<void> {
  const answer = current(context)
  await tellVault(context, { key: keys.eip155, answer, addresses: answer.wallet.addresses, say: { add: [], keep: [...vaultIds(answer)] } })
  context.state.untidy = false
}

interface Write extends Change {
  readonly opened: OpenRoot
  readonly answer: OpenAnswer
  readonly expected: Expected
}

/**
 * Nothing counts before the auth service's write, which is one transaction: at each point before it the old ways work, at each
 * point after it the new ones (R24). What the vault holds beyond that opens nothing, and goes with the next word to it.
 */
async function writeWays(context: KeysContext, { opened, answer, expected, add, remove }: Write): Promise<Opened> {
  const { api, store, state } = context
  const { walletId, wallet } = answer
  const { eip155: key } = opened.keys
  const own = add.find(({ own: half }) => half)
  try {
    const halves = add.filter(({ vault }) => vault)
    const receipt =
      halves.length > 0
        ? await tellVault(context, { key, answer, addresses: expected.addresses, say: await toVault(context, answer, expected, halves) })
        : undefined
    const self = store.lasting && own ? await ensureDevice(context, walletId) : undefined
    // Kept here before it counts there: a way whose half is nowhere would be none.
    if (self && own?.own) {
      const half = await seal(own.own, await publicKeyOf(self.keys), sealedFor.half('device', walletId, own.way.id))
      await rememberHalf(context, walletId, { id: own.way.id, half })
    }
    const said: AuthStatement = {
      to: 'auth',
      wallet: walletId,
      follows: wallet?.version ?? 0,
      ...expected,
      add: add.map(({ way }) => way),
      remove: [...remove],
    }
    const statement = JSON.stringify(said)
    const signature = signStatement(statement, key)
    const request = { statement, signature, ...(receipt !== undefined && { receipt }), ...(self && { deviceId: self.deviceId }) }
    const written = adopt(context, await send(context, request, { add, remove }))
    if (own) hold(context, own.own && !store.lasting ? { id: own.way.id, first: Uint8Array.from(own.own) } : undefined)
    if (written.wallet.mode === 'user' && store.lasting) await note(context, walletId, { ownerOnly: true }).catch(() => {})
    // The vault learns of a changed list at once, or with the next signature.
    const held = wallet ? vaultIds({ ...answer, wallet }) : []
    if (wallet && (wallet.shares || halves.length > 0 || remove.some((id) => held.includes(id)))) {
      state.untidy = true
      await keepAtVault(context, opened).catch(() => {})
    }
    return written
  } finally {
    for (const { own: half, vault } of add) zero(half, vault?.half)
  }

  async function toVault({ typed }: KeysContext, { walletId: id }: OpenAnswer, { addresses }: Expected, made: readonly MadeWay[]) {
    const { publicKey: vaultKey } = await api.vault.info()
    const halves = made.flatMap(({ way, vault }) => (vault ? [{ id: way.id, ...vault }] : []))
    const sealed = halves.map(async ({ id: wayId, half, factor }) => {
      const text = await seal(half, vaultKey, sealedFor.half('vault', id, wayId))
      return { id: wayId, half: text, ...(factor && { factor }) }
    })
    // Said when the wallet is made, and to a vault that came back without it. A known wallet's contact does not change by this.
    const contact = wallet ? (await store.get(id).catch(() => undefined))?.contact : await typed()
    if (!wallet && contact !== undefined && store.lasting) await note(context, id, { contact }).catch(() => {})
    const told = contact === undefined ? undefined : await seal(utf8ToBytes(contact), vaultKey, sealedFor.contact(id, addresses.eip155))
    return { add: await Promise.all(sealed), ...(told !== undefined && { contact: told }) }
  }
}

/** @returns its receipt */
async function tellVault(
  { api }: KeysContext,
  {
    key,
    answer,
    addresses,
    say,
  }: {
    readonly key: Uint8Array
    readonly answer: OpenAnswer
    readonly addresses: Expected['addresses']
    readonly say: Pick<VaultStatement, 'add' | 'keep' | 'contact'>
  },
): Promise<string> {
  return await api.vault.writeWays(await signedForVault(api, { key, wallet: answer.walletId, eip155: addresses.eip155, say }))
}

/** What the owner says to the vault, with a ticket that it is bound to. */
export async function signedForVault(
  api: KeysContext['api'],
  {
    key,
    say,
    ...of
  }: { key: Uint8Array; wallet: string; eip155: string; say: Pick<VaultStatement, 'add' | 'keep' | 'contact' | 'identity'> },
) {
  const ticket = await api.ticket('write')
  const digest = base64urlnopad.encode(sha256(utf8ToBytes(ticket)))
  const statement = JSON.stringify({ to: 'vault', ticket: digest, ...of, ...say } satisfies VaultStatement)
  return { ticket, statement, signature: signStatement(statement, key) }
}

/** An address for the vault's mails, as the visitor typed it. It counts after the operator's delay, and the known ones are told. */
export async function addContact(context: KeysContext, { keys }: OpenRoot, email: string): Promise<void> {
  const { api } = context
  const answer = current(context)
  const { walletId, wallet } = answer
  const { publicKey } = await api.vault.info()
  const contact = await seal(utf8ToBytes(email), publicKey, sealedFor.contact(walletId, wallet.addresses.eip155))
  await tellVault(context, { key: keys.eip155, answer, addresses: wallet.addresses, say: { add: [], contact } })
  if (context.store.lasting) await note(context, walletId, { contact: email }).catch(() => {})
}

/** An answer that got lost is not a write that failed. */
async function send({ api }: KeysContext, request: Parameters<typeof api.writeWays>[0], { add, remove }: Change): Promise<OpenAnswer> {
  try {
    return await api.writeWays(request)
  } catch (error) {
    const answer = await api.open(request.deviceId).catch(() => undefined)
    const there = answer?.wallet && wayIds(answer.wallet)
    if (answer && there && add.every(({ way }) => there.has(way.id)) && remove.every((id) => !there.has(id))) return answer
    throw error
  }
}
