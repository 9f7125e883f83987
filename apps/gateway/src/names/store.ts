import type { Database } from '@portico/service/database'
import { defaultEvm } from './coinType.js'
import { NameRefusedError } from './errors.js'
import type { WellFormedName } from './rules.js'
import { skeletonOf } from './skeleton.js'
import { type Texts, mergeTexts, textsSchema } from './texts.js'

/** A name that somebody has. */
export interface NameRecord {
  readonly name: string
  /** In lower case. */
  readonly owner: string
  /** Of the chain on which the owner signs, where it is a contract. */
  readonly coinType: number
  readonly isClaimed: boolean
  readonly texts: Texts
  /** By coin type, with their checksums. */
  readonly addresses: ReadonlyMap<number, { readonly address: string; readonly createdAt: number }>
  /** Milliseconds since 1970. */
  readonly registeredAt: number
  readonly updatedAt: number | undefined
  readonly expiresAt: number | undefined
}

/** Who has signed. */
export interface Signer {
  /** With its checksum. */
  readonly address: string
  readonly coinType: number
  /** Whether a key has signed, which is the same on all chains. Else it was a contract, for its own chain. */
  readonly isKey: boolean
}

export interface NameStore {
  /** A name that stands, or is over and still its owner's to renew. */
  readonly find: (name: string) => Promise<NameRecord | undefined>
  /** The name that an account has registered, or has signed for since it was sent to it. */
  readonly ofOwner: (address: string) => Promise<NameRecord | undefined>
  /** The name that was sent to an account, which has not signed for it. */
  readonly offeredTo: (address: string) => Promise<NameRecord | undefined>
  /** Why names can't be had, by name: somebody has it, or one that looks like it. */
  readonly holders: (names: readonly WellFormedName[]) => Promise<ReadonlyMap<string, 'taken' | 'lookalike'>>
  /** @throws NameRefusedError `taken`, `lookalike`, `one-per-account` */
  readonly register: (name: WellFormedName, by: Signer, texts: Texts) => Promise<void>
  /** All of these: @throws NameRefusedError `unknown`, `not-owner`, `expired` */
  readonly setTexts: (name: string, by: Signer, texts: Texts) => Promise<void>
  /** @param address undefined: it is taken away */
  readonly setAddress: (name: string, by: Signer, coinType: number, address: string | undefined) => Promise<void>
  /** @throws NameRefusedError also `one-per-account`, of the other one */
  readonly transfer: (name: string, by: Signer, to: { address: string; coinType: number | undefined }) => Promise<void>
  /** Takes a name that was sent to the signer: it is shown as theirs from then on. */
  readonly accept: (name: string, by: Signer) => Promise<void>
  readonly renew: (name: string, by: Signer) => Promise<void>
  readonly release: (name: string, by: Signer) => Promise<void>
  /** Counts a message as used. False where it was before. */
  readonly useMessage: (digest: string, until: number) => Promise<boolean>
  /** Drops what is over. */
  readonly sweep: () => Promise<void>
}

export interface NameStoreParameters {
  db: Database
  /** Milliseconds that a name lasts; undefined: it does not end. */
  lifetime: number | undefined
  /** Milliseconds after its end in which its owner alone may have it. */
  grace: number
  /** Milliseconds since 1970. */
  clock: () => number
}

/** Postgres has no place for U+0000 in a text. */
const isText = (value: string): boolean => !value.includes('\0')

/** Addresses that one name may have. */
const mostAddresses = 64

export function createNameStore({ db, lifetime, grace, clock }: NameStoreParameters): NameStore {
  const endOf = (now: number) => (lifetime === undefined ? null : now + lifetime)
  const over = () => clock() - grace

  async function recordOf(at: Database, column: 'name' | 'owner', value: string): Promise<NameRecord | undefined> {
    if (!isText(value)) return undefined
    const row = await at
      .selectFrom('names')
      .selectAll()
      .where(column, '=', value)
      .where((each) => each.or([each('expires_at', 'is', null), each('expires_at', '>', over())]))
      .executeTakeFirst()
    if (!row) return undefined
    const addresses = await at.selectFrom('name_addresses').selectAll().where('name', '=', row.name).orderBy('coin_type').execute()
    return {
      name: row.name,
      owner: row.owner,
      coinType: row.coin_type,
      isClaimed: row.claimed === 1,
      texts: textsSchema.parse(JSON.parse(row.texts)),
      addresses: new Map(addresses.map((each) => [each.coin_type, { address: each.address, createdAt: each.created_at }])),
      registeredAt: row.registered_at,
      updatedAt: row.updated_at ?? undefined,
      expiresAt: row.expires_at ?? undefined,
    }
  }

  /** Changes a name of whoever signs, all or nothing. */
  async function change(
    name: string,
    by: Signer,
    work: (at: Database, record: NameRecord, now: number) => Promise<void>,
    { whenOver = false }: { whenOver?: boolean } = {},
  ): Promise<void> {
    if (!isText(name)) throw new NameRefusedError('unknown')
    await db.transaction().execute(async (at) => {
      const now = clock()
      // Written first: SQLite has one writer, and Postgres locks the row.
      await at.updateTable('names').set({ updated_at: now }).where('name', '=', name).execute()
      const record = await recordOf(at, 'name', name)
      if (!record) throw new NameRefusedError('unknown')
      if (record.owner !== by.address.toLowerCase() || !(by.isKey || record.coinType === by.coinType))
        throw new NameRefusedError('not-owner')
      if (!whenOver && record.expiresAt !== undefined && record.expiresAt <= now) throw new NameRefusedError('expired')
      await at.updateTable('names').set({ claimed: 1 }).where('name', '=', name).execute()
      await work(at, record, now)
    })
  }

  const hasName = async (at: Database, owner: string): Promise<boolean> =>
    (await at.selectFrom('names').select('name').where('owner', '=', owner).executeTakeFirst()) !== undefined
  const dropOver = (at: Database) => at.deleteFrom('names').where('expires_at', '<=', over())

  return {
    find: (name) => recordOf(db, 'name', name),
    ofOwner: async (address) => {
      const record = await recordOf(db, 'owner', address.toLowerCase())
      return record?.isClaimed ? record : undefined
    },
    offeredTo: async (address) => {
      const record = await recordOf(db, 'owner', address.toLowerCase())
      return record?.isClaimed === false ? record : undefined
    },
    holders: async (names) => {
      if (names.length === 0) return new Map()
      const rows = await db
        .selectFrom('names')
        .select(['name', 'zone', 'skeleton'])
        .where(
          'skeleton',
          'in',
          names.map(({ label }) => skeletonOf(label)),
        )
        .where((each) => each.or([each('expires_at', 'is', null), each('expires_at', '>', over())]))
        .execute()
      return new Map(
        names.flatMap(({ name, label, zone }) => {
          const row = rows.find((each) => each.zone === zone && each.skeleton === skeletonOf(label))
          return row ? [[name, row.name === name ? 'taken' : 'lookalike'] as const] : []
        }),
      )
    },
    register: async ({ name, zone, label }, by, texts) => {
      const owner = by.address.toLowerCase()
      const skeleton = skeletonOf(label)
      await db.transaction().execute(async (at) => {
        const now = clock()
        // What is over, and what somebody else has sent to this account, is in nobody's way.
        await dropOver(at)
          .where((each) => each.or([each('owner', '=', owner), each.and([each('zone', '=', zone), each('skeleton', '=', skeleton)])]))
          .execute()
        await at.deleteFrom('names').where('owner', '=', owner).where('claimed', '=', 0).execute()
        const made = await at
          .insertInto('names')
          .values({
            name,
            zone,
            skeleton,
            owner,
            coin_type: by.coinType,
            claimed: 1,
            texts: JSON.stringify(mergeTexts({}, texts) ?? {}),
            registered_at: now,
            updated_at: null,
            expires_at: endOf(now),
          })
          .onConflict((conflict) => conflict.doNothing())
          .returning('name')
          .executeTakeFirst()
        if (!made) {
          const other = await at
            .selectFrom('names')
            .select('name')
            .where('zone', '=', zone)
            .where('skeleton', '=', skeleton)
            .executeTakeFirst()
          if (!other) throw new NameRefusedError('one-per-account')
          throw new NameRefusedError(other.name === name ? 'taken' : 'lookalike')
        }
        // A key is the same account on every chain; a contract may stand on its own alone.
        const coinTypes = by.isKey ? [by.coinType, defaultEvm] : [by.coinType]
        const rows = coinTypes.map((coinType) => ({ name, coin_type: coinType, address: by.address, created_at: now }))
        await at.insertInto('name_addresses').values(rows).execute()
      })
    },
    setTexts: (name, by, texts) =>
      change(name, by, async (at, record) => {
        const merged = mergeTexts(record.texts, texts)
        if (!merged) throw new NameRefusedError('invalid', { description: 'The name has too many text records' })
        await at
          .updateTable('names')
          .set({ texts: JSON.stringify(merged) })
          .where('name', '=', name)
          .execute()
      }),
    setAddress: (name, by, coinType, address) =>
      change(name, by, async (at, record, now) => {
        await at.deleteFrom('name_addresses').where('name', '=', name).where('coin_type', '=', coinType).execute()
        if (address === undefined) return
        if (record.addresses.size >= mostAddresses && !record.addresses.has(coinType)) {
          throw new NameRefusedError('invalid', { description: `A name has at most ${mostAddresses} addresses` })
        }
        await at.insertInto('name_addresses').values({ name, coin_type: coinType, address, created_at: now }).execute()
      }),
    transfer: async (name, by, to) => {
      const owner = to.address.toLowerCase()
      const work = change(name, by, async (at, record, now) => {
        if (await hasName(at, owner)) throw new NameRefusedError('one-per-account', { description: 'The other account has a name already' })
        const coinType = to.coinType ?? record.coinType
        // Nothing of the one before: what is sent to the name from now on is the new owner's.
        await at.updateTable('names').set({ owner, coin_type: coinType, claimed: 0, texts: '{}' }).where('name', '=', name).execute()
        await at.deleteFrom('name_addresses').where('name', '=', name).execute()
        await at.insertInto('name_addresses').values({ name, coin_type: coinType, address: to.address, created_at: now }).execute()
      })
      await work.catch(async (error: unknown) => {
        // Registered at the same moment.
        if (error instanceof NameRefusedError || !(await hasName(db, owner))) throw error
        throw new NameRefusedError('one-per-account', { description: 'The other account has a name already' })
      })
    },
    // Whatever an owner signs says as much: `change` notes it.
    accept: (name, by) => change(name, by, async () => {}),
    renew: (name, by) =>
      change(
        name,
        by,
        async (at, _, now) =>
          void (await at
            .updateTable('names')
            .set({ expires_at: endOf(now) })
            .where('name', '=', name)
            .execute()),
        { whenOver: true },
      ),
    release: (name, by) =>
      change(name, by, async (at) => void (await at.deleteFrom('names').where('name', '=', name).execute()), { whenOver: true }),
    useMessage: async (digest, until) => {
      const used = await db
        .insertInto('name_messages')
        .values({ digest, until })
        .onConflict((conflict) => conflict.doNothing())
        .returning('digest')
        .executeTakeFirst()
      return used !== undefined
    },
    sweep: async () => {
      await dropOver(db).execute()
      await db.deleteFrom('name_messages').where('until', '<', clock()).execute()
    },
  }
}
