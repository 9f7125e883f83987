/** Both services in memory, as the keys see them: they check what they are told, and show what they hold. */
import { randomBytes, randomUUID } from 'node:crypto'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import {
  type AuthStatement,
  type ExportStartAnswer,
  type Factor,
  type OpenAnswer,
  type SealContext,
  type ShareDevice,
  type TicketPurpose,
  type VaultReleased,
  type VaultStatement,
  type VaultStatus,
  type VaultWaitAnswer,
  type WalletMode,
  type Way,
  authStatement,
  createSealingKeys,
  openAnswer,
  publicKeyOf,
  seal,
  sealedFor,
  statementSigner,
  unseal,
  vaultStatement,
  vaultWaysRequest,
  waysRequest,
} from '@portico/vault-wire'
import { split } from 'shamir-secret-sharing'
import type { KeyApi } from './api.js'
import { KeyServiceError } from './errors.js'
import { type KeysOptions, type PageKeys, createKeys } from './keys.js'
import { addressesOf, checkOf, createRoot, keysOfRoot, macOf } from './root.js'
import { lastingStore } from './browser.test.helper.js'
import type { KeyStore } from './store.js'

type Wallet = NonNullable<OpenAnswer['wallet']>

/** A wallet that an earlier release split. */
export interface Split {
  readonly attempt: string
  readonly devices: readonly ShareDevice[]
  /** By browser, sealed to its key. */
  readonly own: ReadonlyMap<string, string>
  readonly auth: Uint8Array
  readonly vault: Uint8Array
  readonly mode?: WalletMode
}

export interface Services {
  readonly api: KeyApi
  readonly auth: {
    made: Pick<Wallet, 'addresses' | 'check' | 'version'> | undefined
    split: Split | undefined
    exporting: ExportStartAnswer
    /** What was inside the challenge that a factor opens. */
    proof: string
    readonly ways: Map<string, { way: Way; half: Uint8Array | undefined }>
    readonly said: AuthStatement[]
    readonly asked: Record<string, unknown>[]
  }
  readonly vault: {
    mail: boolean | undefined
    identities: VaultStatus['identities']
    factors: Factor[] | undefined
    shares: boolean
    readonly ways: Map<string, { half: Uint8Array; factor: Factor | undefined }>
    readonly contacts: string[]
    readonly said: VaultStatement[]
    readonly asked: Record<string, unknown>[]
    /** What is told before the owner has agreed. */
    readonly answers: (() => VaultWaitAnswer)[]
  }
  readonly visitor: (options?: VisitorOptions) => Visitor
  readonly walletId: string
  readonly userId: string
}

export interface VisitorOptions extends Partial<Omit<KeysOptions, 'api'>> {
  /** Wraps the calls, to fail some of them. */
  readonly calls?: (api: KeyApi) => KeyApi
}

export interface Visitor {
  readonly keys: PageKeys
  readonly api: KeyApi
  readonly store: KeyStore
}

export const refused = (code: string): KeyServiceError => new KeyServiceError({ code, message: code })

export async function fakeServices({ policy = 'progressive' }: { policy?: OpenAnswer['policy'] } = {}): Promise<Services> {
  const [authKeys, vaultKeys] = [await createSealingKeys(), await createSealingKeys()]
  const [publicKey, vaultKey] = [await publicKeyOf(authKeys), await publicKeyOf(vaultKeys)]
  const [walletId, userId] = [randomUUID(), randomUUID()]
  const auth: Services['auth'] = {
    made: undefined,
    split: undefined,
    exporting: { state: 'code' },
    proof: randomBytes(32).toString('base64url'),
    ways: new Map(),
    said: [],
    asked: [],
  }
  const vault: Services['vault'] = {
    mail: undefined,
    identities: [],
    factors: undefined,
    shares: false,
    ways: new Map(),
    contacts: [],
    said: [],
    asked: [],
    answers: [],
  }
  const receipts = new Map<string, readonly string[]>()
  const tickets = new Map<string, { purpose: TicketPurpose; frameKey: string | undefined }>()
  const waiting = new Map<string, { frameKey: string; way: string | null }>()
  const proofs = new Map<string, { frameKey: string; split: boolean; known: Map<string, string> }>()

  const spend = (ticket: string, purpose: TicketPurpose, frameKey?: string): void => {
    const found = tickets.get(ticket)
    if (!tickets.delete(ticket) || found?.purpose !== purpose || found.frameKey !== frameKey) throw refused('bad_ticket')
  }
  const open: KeyApi['open'] = async (deviceId) => {
    const rows = [...auth.ways.values()].map(({ way }) => way)
    const devices = rows.flatMap((way) => (way.kind === 'device' ? [way] : []))
    const left = devices.find((way) => way.device === deviceId && way.left !== undefined)
    const assisted = rows.find(({ kind }) => kind === 'assisted')?.id ?? null
    const { made, split } = auth
    const wallet: Wallet | null = made
      ? {
          ...made,
          mode: split ? (split.mode ?? policy) : assisted === null ? 'user' : policy,
          factors: rows.flatMap((way) => (way.kind === 'factor' ? [way.factor] : [])),
          added: rows.flatMap(({ id, kind }) => (kind === 'factor' ? [{ id, at: 1_700_000_000, browser: 'Firefox' }] : [])),
          assisted,
          devices: devices.map(({ id, device, left: half }) => ({ id, device, browser: half ? null : 'Firefox', usedAt: 1_700_000 })),
          left: left?.left === undefined ? null : { id: left.id, half: left.left },
          shares: split ? { attempt: split.attempt, devices: [...split.devices], own: split.own.get(deviceId ?? '') ?? null } : null,
        }
      : null
    return openAnswer.parse({ walletId, userId, publicKey, policy, label: 'ada@example.com', wallet })
  }
  const way: KeyApi['way'] = async ({ id, frameKey }) => {
    const found = auth.ways.get(id)
    if (!found) throw refused('no_way')
    const half = found.half ? await seal(found.half, frameKey, sealedFor.fromAuth(walletId, id)) : null
    const enclosed = found.way.kind === 'factor' ? (found.way.enclosed ?? null) : null
    if (found.way.kind === 'device') delete found.way.left
    return { id, version: found.way.version, sealed: found.way.sealed, half, enclosed }
  }
  const release = async (id: string, frameKey: string): Promise<VaultReleased> => {
    const found = vault.ways.get(id)
    if (!found) throw refused('no_way')
    return { kind: 'half', id, half: await seal(found.half, frameKey, sealedFor.fromVault(walletId, id)) }
  }
  const shareFor = async (key: string, context: (attempt: string) => SealContext): Promise<VaultReleased> => {
    if (!auth.split) throw refused('no_wallet')
    const { attempt, vault: share } = auth.split
    return { kind: 'share', attempt, share: await seal(share, key, context(attempt)) }
  }
  const factorsAtVault = (): Factor[] => vault.factors ?? [...vault.ways.values()].flatMap(({ factor }) => (factor ? [factor] : []))
  const hear = async ({
    ticket,
    statement,
    signature,
  }: {
    ticket: string
    statement: string
    signature: string
  }): Promise<VaultStatement> => {
    spend(ticket, 'write')
    const said = vaultStatement.parse(JSON.parse(statement))
    if (said.ticket !== Buffer.from(sha256(utf8ToBytes(ticket))).toString('base64url')) throw refused('bad_ticket')
    if (statementSigner(statement, signature) !== said.eip155.toLowerCase() || said.wallet !== walletId) throw refused('not_owner')
    vault.said.push(said)
    return said
  }
  const startWaiting = (frameKey: string, id: string | null, by: string | undefined) => {
    const secret = randomBytes(32).toString('base64url')
    waiting.set(secret, { frameKey, way: id })
    return { id: randomUUID(), secret, match: '42', expiresIn: 60, ...(by !== undefined && { url: `https://vault.example/${by}` }) }
  }

  const api: KeyApi = {
    open,
    way,
    ticket: async (purpose, frameKey) => {
      const ticket = randomBytes(16).toString('base64url')
      tickets.set(ticket, { purpose, frameKey })
      return ticket
    },
    share: async (frameKey) => {
      if (!auth.split) throw refused('no_wallet')
      const { attempt, auth: share } = auth.split
      return { attempt, version: 1, share: await seal(share, frameKey, sealedFor.fromAuth(walletId, attempt)) }
    },
    writeWays: async (request) => {
      const { statement, signature, receipt, deviceId } = waysRequest.parse(request)
      auth.asked.push({ receipt, deviceId })
      const said = authStatement.parse(JSON.parse(statement))
      const { addresses, check, follows } = said
      if (statementSigner(statement, signature) !== addresses.eip155.toLowerCase() || said.wallet !== walletId) throw refused('not_owner')
      const added = await Promise.all(
        said.add.map(async (made) => ({
          way: made,
          half: made.kind === 'factor' ? undefined : await unsealed(made.half, authKeys, sealedFor.half('auth', walletId, made.id)),
        })),
      )
      // From here on at once, as in a transaction.
      if (follows !== (auth.made?.version ?? 0) || (auth.made && auth.made.check !== check)) throw refused('conflict')
      const halves = said.add.filter(({ kind }) => kind !== 'device').map(({ id }) => id)
      const isHeld = halves.every((id) => receipts.get(receipt ?? '')?.includes(id))
      if (!isHeld) throw refused('no_receipt')
      for (const id of said.remove) auth.ways.delete(id)
      for (const made of added) {
        for (const [id, { way: each }] of auth.ways)
          if (made.way.kind === 'device' && each.kind === 'device' && each.device === made.way.device) auth.ways.delete(id)
        auth.ways.set(made.way.id, made)
      }
      auth.made = { addresses, check, version: follows + 1 }
      auth.split = undefined
      auth.said.push(said)
      return await open(deviceId)
    },
    exportStart: async () => auth.exporting,
    exportCode: async () => void auth.asked.push({ exportCode: true }),
    exportWay: async ({ code, proof, ...request }) => {
      auth.asked.push({ code, proof })
      if (auth.exporting.state === 'waiting') throw refused('too_early')
      if (auth.exporting.state === 'code' ? code !== '123456' : proof !== auth.proof) throw refused('bad_code')
      return await way(request)
    },
    vault: {
      info: async () => ({ publicKey: vaultKey, identities: ['google', 'farcaster'] }),
      writeWays: async (request) => {
        const { add, keep, contact, eip155 } = await hear(vaultWaysRequest.parse(request))
        if (keep) {
          for (const id of vault.ways.keys()) if (!keep.includes(id)) vault.ways.delete(id)
          vault.shares = false
          vault.factors = undefined
        }
        for (const { id, half, factor } of add)
          vault.ways.set(id, { half: await unsealed(half, vaultKeys, sealedFor.half('vault', walletId, id)), factor })
        if (contact !== undefined)
          vault.contacts.push(Buffer.from(await unsealed(contact, vaultKeys, sealedFor.contact(walletId, eip155))).toString())
        const receipt = randomUUID()
        receipts.set(receipt, [...vault.ways.keys()])
        return receipt
      },
      status: async ({ ticket, ...asked }) => {
        spend(ticket, 'status')
        vault.asked.push(asked)
        const { shares, identities, mail = vault.contacts.length > 0 } = vault
        return { ways: [...vault.ways.keys()], factors: factorsAtVault(), shares, mail, identities }
      },
      challenges: async ({ ticket, frameKey, ...asked }) => {
        spend(ticket, 'recover', frameKey)
        vault.asked.push(asked)
        const [id, known] = [randomUUID(), new Map<string, string>()]
        const factors = factorsAtVault().map(async (factor) => {
          const proof = randomBytes(32)
          known.set(factor.id, proof.toString('base64url'))
          return { factor, challenge: await seal(proof, factor.publicKey, sealedFor.challenge(walletId, factor.id)) }
        })
        proofs.set(id, { frameKey, split: asked.split, known })
        return { id, factors: await Promise.all(factors) }
      },
      prove: async ({ id, factorId, proof }) => {
        const found = proofs.get(id)
        if (!found || found.known.get(factorId) !== proof) throw refused('wrong_proof')
        if (!found.split) return await release(factorId, found.frameKey)
        const factor = factorsAtVault().find((each) => each.id === factorId)
        return await shareFor(factor?.publicKey ?? '', (attempt) => sealedFor.factor(walletId, attempt, factorId))
      },
      recover: async ({ ticket, frameKey, ...asked }) => {
        spend(ticket, 'recover', frameKey)
        vault.asked.push(asked)
        return startWaiting(frameKey, asked.way, asked.by)
      },
      addIdentity: async (request) => startWaiting('', null, (await hear(vaultWaysRequest.parse(request))).identity),
      waitIdentity: async () => {
        const answer = vault.answers.shift()?.()
        return { status: !answer || answer.status === 'released' || answer.status === 'delayed' ? 'done' : answer.status }
      },
      endRecovery: async ({ secret }) => void waiting.delete(secret),
      wait: async ({ secret }) => {
        const answer = vault.answers.shift()?.()
        if (answer) return answer
        const found = waiting.get(secret)
        if (!found) throw refused('not_found')
        if (found.way !== null) return { status: 'released', released: await release(found.way, found.frameKey) }
        return { status: 'released', released: await shareFor(found.frameKey, (attempt) => sealedFor.fromVault(walletId, attempt)) }
      },
    },
  }
  const visitor: Services['visitor'] = ({ store = lastingStore(), calls = (same: KeyApi) => same, ...options } = {}) => {
    const wrapped = calls(api)
    return { keys: createKeys({ typed: async () => 'ada@example.com', ...options, api: wrapped, store }), api: wrapped, store }
  }
  return { api, auth, vault, visitor, walletId, userId }
}

/** Makes the services' wallet as an earlier release left it: a share for each service, and one for each browser. */
export async function splitWallet({ auth, vault, walletId }: Services, stores: readonly KeyStore[]) {
  const root = createRoot()
  const addresses = addressesOf(await keysOfRoot(root))
  const [forAuth, forVault, ...own] = await split(root, 2 + stores.length, 2)
  if (!forAuth || !forVault) throw new Error('The root was not split.')
  const attempt = randomUUID()
  const browsers = await Promise.all(
    stores.map(async (store, index) => {
      const [id, keys] = [randomUUID(), await createSealingKeys()]
      const publicKey = await publicKeyOf(keys)
      const sealed = await seal(own[index] ?? new Uint8Array(), publicKey, sealedFor.device(walletId, attempt, id))
      await store.put(walletId, { deviceId: id, keys, shares: [{ attempt, sealed }] })
      return { id, publicKey, sealed, mac: macOf(root, ['device', id, publicKey]) }
    }),
  )
  auth.made = { addresses, check: checkOf(root), version: 1 }
  auth.split = {
    attempt,
    devices: browsers.map(({ id, publicKey, mac }) => ({ id, publicKey, mac })),
    own: new Map(browsers.map(({ id, sealed }) => [id, sealed])),
    auth: forAuth,
    vault: forVault,
  }
  vault.shares = true
  return { root, addresses, attempt, split: auth.split }
}

/** A copy, so that nothing is left of what WebCrypto gave: the keys are watched for what they leave in memory. */
async function unsealed(text: string, keys: CryptoKeyPair, context: SealContext): Promise<Uint8Array> {
  const bytes = await unseal(text, keys, context)
  const copy = Uint8Array.from(bytes)
  bytes.fill(0)
  return copy
}
