/** Splitting the root and putting each share in its place. */
import { type Factor, type OpenAnswer, type SealedFactor, maxDevices, publicKeyOf, seal, sealedFor } from '@portico/vault-wire'
import { type KeysContext, type Opened, adopt, current } from './context.js'
import { ensureDevice, remember } from './deviceShare.js'
import { KeyServiceError } from './errors.js'
import { isOwnDevice, isOwnFactor, signDevice } from './factor.js'
import { addressesOf, checkOf, createRoot, keysOfRoot } from './root.js'
import { type Expected, splitRoot, zero } from './shares.js'

interface Write {
  readonly root: Uint8Array
  readonly answer: OpenAnswer
  readonly expected: Expected
  readonly factors: readonly Factor[]
}

/** Makes the wallet of a first login. Of two browsers that do it at the same time one wins, and both have its wallet. */
export async function createWallet(context: KeysContext, answer: OpenAnswer): Promise<Opened> {
  const root = createRoot()
  const keys = await keysOfRoot(root)
  try {
    const expected = { check: checkOf(root), addresses: addressesOf(keys) }
    return await writeShares(context, { root, answer, expected, factors: [] })
  } catch (error) {
    const now = await context.api.open().catch(() => undefined)
    if (now?.wallet) return adopt(context, now)
    throw error
  } finally {
    zero(root, keys.eip155, keys.solana)
  }
}

export interface ReshareOptions {
  /** Gives other factors. */
  readonly change?: (factors: readonly Factor[]) => readonly Factor[]
  /** A factor was just used, so there are some, whatever the auth service says. */
  readonly hasFactors?: boolean
}

/** Splits the root anew: a new polynomial, the next version, and all earlier shares are void. */
export async function reshare(
  context: KeysContext,
  root: Uint8Array,
  { change = (same) => same, hasFactors }: ReshareOptions = {},
): Promise<void> {
  const factors = change(await ownFactors(context, root, hasFactors ?? current(context).wallet.factors.length > 0))
  const answer = current(context)
  const { check, addresses } = answer.wallet
  await writeShares(context, { root, answer, expected: { check, addresses }, factors })
}

/** Tells the vault which version is in use, so that it drops what is void. Nobody waits for it. */
export function settle({ api, state }: KeysContext): void {
  const tell = async (): Promise<void> => {
    const { known } = await api.vault.status(await api.ticket('status'))
    state.vaultLacks = !known
  }
  state.background = state.background.then(tell).catch(() => {})
}

/**
 * Nothing counts before the auth service's commit, which is one conditional update: at each point before it the old shares work,
 * at each point after it the new ones (R24).
 */
async function writeShares(context: KeysContext, { root, answer, expected, factors }: Write): Promise<Opened> {
  const { api, store, state } = context
  const { walletId, policy, wallet } = answer
  const attempt = crypto.randomUUID()
  const version = (wallet?.version ?? 0) + 1
  const known = await store.get(walletId).catch(() => undefined)
  // Whatever the services say now: what the owner alone can recover stays so.
  if (factors.length === 0 && known?.ownerOnly) throw factorsMissing()
  const readable = factors.length === 0 || (policy === 'assisted' && !factors.some(({ only }) => only))
  const self = store.lasting ? await ensureDevice(context, walletId) : undefined
  const devices = answer.devices.filter((device) => device.id !== self?.deviceId && isOwnDevice(root, device))
  if (self) devices.push(signDevice(root, { id: self.deviceId, publicKey: await publicKeyOf(self.keys) }))
  const kept = devices.slice(-maxDevices)
  // Where nothing lasts this page holds a share of its own in memory.
  const shares = await splitRoot(root, kept.length + (self ? 0 : 1))
  try {
    const sealedDevices = await Promise.all(
      kept.map(async (device, index) => {
        const share = shares.devices[index] ?? new Uint8Array()
        return { ...device, sealed: await seal(share, device.publicKey, sealedFor.device(walletId, attempt, device.id)) }
      }),
    )
    const sealedFactors = await Promise.all(
      factors.map(async (factor): Promise<SealedFactor> => {
        return {
          ...factor,
          sealed: await seal(shares.recovery, factor.publicKey, sealedFor.factor(walletId, attempt, factor.id)),
        }
      }),
    )
    const [ticket, vaultKey] = await Promise.all([api.ticket('stage'), api.vault.publicKey()])
    const receipt = await api.vault.stage({
      ticket,
      attempt,
      version,
      addresses: expected.addresses,
      factors: sealedFactors,
      ...(readable && { readable: await seal(shares.recovery, vaultKey, sealedFor.vault(walletId, attempt)) }),
    })
    const share = await seal(shares.auth, answer.publicKey, sealedFor.auth(walletId, attempt))
    await api.stage({ attempt, version, ...expected, share, devices: sealedDevices, receipt })
    const own = sealedDevices.find(({ id }) => id === self?.deviceId)
    // Where it can't be kept the auth service still has it, sealed to this browser.
    if (own) await remember(context, { walletId, attempt, sealed: own.sealed, ownerOnly: false }).catch(() => {})
    const committed = adopt(context, await commit(context, attempt, self?.deviceId))
    if (own && !readable) await remember(context, { walletId, attempt, sealed: own.sealed, ownerOnly: true }).catch(() => {})
    zero(state.held?.share)
    const memory = self ? undefined : shares.devices[kept.length]
    state.held = memory && { attempt, share: Uint8Array.from(memory) }
    state.vaultLacks = false
    settle(context)
    return committed
  } finally {
    zero(shares.auth, shares.recovery, ...shares.devices)
  }
}

/** An answer that got lost is not a commit that failed. */
async function commit({ api }: KeysContext, attempt: string, deviceId: string | undefined): Promise<OpenAnswer> {
  try {
    return await api.commit(attempt, deviceId)
  } catch (error) {
    const answer = await api.open(deviceId).catch(() => undefined)
    if (answer?.wallet?.attempt === attempt) return answer
    throw error
  }
}

/** The wallet's factors with their keys; those that its owner did not add are left out. */
async function ownFactors({ api }: KeysContext, root: Uint8Array, hasFactors: boolean): Promise<readonly Factor[]> {
  if (!hasFactors) return []
  const { factors } = await api.vault.factors(await api.ticket('factors'))
  const own = factors.filter((factor) => isOwnFactor(root, factor)).map(({ sealed: _, ...factor }) => factor)
  // Without one the vault would have to read the share again, which nobody asked for.
  if (own.length === 0) throw factorsMissing()
  return own
}

function factorsMissing(): KeyServiceError {
  return new KeyServiceError({ code: 'factors-missing', message: 'The recovery service lost the factors.' })
}
