import { base58 } from '@scure/base'
import { type Blockhashes, createBlockhashes } from './blockhashes.js'
import { type Commitment, commitmentAt, depths } from './commitment.js'
import { invalidParams } from './errors.js'
import { type Outcome, type Runtime, createRuntime } from './runtime.js'
import { poolProgram } from './pools.js'
import { seedAccounts } from './seed.js'
import { type AccountState, readMint, readTokenAccount, tokenAmount } from './tokenState.js'
import { formatState, parseState } from './savedState.js'
import { type Message, type Transaction, isWritable } from './transaction.js'

/** A transaction that is in a block. */
export interface Entry extends Outcome {
  id: string
  transaction: Transaction
  slot: number
  /** Seconds since 1970. */
  blockTime: number
  keys: ResolvedKeys
  preBalances: readonly bigint[]
  postBalances: readonly bigint[]
  preTokenBalances: readonly TokenBalanceJson[]
  postTokenBalances: readonly TokenBalanceJson[]
}

/** Every key of a transaction: those of the message, then what its lookup tables say. */
export interface ResolvedKeys {
  all: readonly string[]
  writable: readonly string[]
  readonly: readonly string[]
}

export interface TokenBalanceJson {
  accountIndex: number
  mint: string
  owner: string
  programId: string
  uiTokenAmount: ReturnType<typeof tokenAmount>
}

/** One chain: the runtime with slots, blockhashes and a history around it. */
export interface Ledger {
  readonly genesisHash: string
  readonly runtime: Runtime
  readonly blockhashes: Blockhashes
  /** The newest slot that has a commitment; without one, the newest of all. */
  slot(commitment?: Commitment): number
  /** Makes slots and returns the newest. */
  advance(slots?: number): number
  /** Runs a transaction in a slot of its own. `undefined` = it can't even pay its fee, and no block has it. */
  execute(transaction: Transaction): Entry | undefined
  /** Runs a transaction, signed or not, in the newest slot and forgets it. */
  simulate(transaction: Uint8Array): ReturnType<Runtime['simulate']>
  entry(id: string): Entry | undefined
  commitmentOf(entry: Entry): Commitment
  /** The transactions that name an address, newest first. */
  entriesOf(address: string): readonly Entry[]
  /** Seconds since 1970 at which a slot was made. */
  timeOf(slot: number): number | undefined
  /** Transactions so far. */
  count(): number
  keysOf(message: Message): ResolvedKeys
  reset(): void
  /** Sets the clock to a time in seconds since 1970; undefined: the real one. */
  setTime(seconds: number | undefined): void
  /** The state and the history as text. */
  save(): string
  /** Takes back what `save` gave. @throws Error when it is something else */
  load(text: string): void
  /** Calls back after every slot and transaction. Returns what ends that. */
  onChange(listener: (change: Change) => void): () => void
}

/** `addresses` may have changed in this slot. */
export interface Change {
  slot: number
  addresses: readonly string[]
}

/** The first slot, of a size that clusters have now. */
const firstSlot = 447_552_000
const slotsPerEpoch = 432_000
const millisecondsPerSlot = 400

export async function createLedger({ genesisHash }: { genesisHash: string }): Promise<Ledger> {
  const runtime = await createRuntime([poolProgram()])
  for (const [address, account] of seedAccounts(runtime.rent)) runtime.setAccount(address, account)
  const seed = runtime.save()

  const blockhashes = createBlockhashes(genesisHash)
  let set: number | undefined
  const now = (): number => set ?? Math.floor(Date.now() / 1000)
  const listeners = new Set<(change: Change) => void>()
  let newest = firstSlot
  let entries = new Map<string, Entry>()
  /** Oldest first. */
  let byAddress = new Map<string, Entry[]>()
  /** When a slot was made, from which others are reckoned. */
  let origin = { slot: firstSlot, time: now() }

  const tell = (addresses: readonly string[]): void => {
    for (const listener of listeners) listener({ slot: newest, addresses })
  }
  const setClock = (): void => runtime.setClock({ slot: newest, epoch: Math.floor(newest / slotsPerEpoch), seconds: now() })
  setClock()

  /** Only programs that make lookup tables look, so this is done when one may run and not in every slot. */
  const showSlots = (): void => runtime.setSlotHashes(blockhashes.recent(newest - 1))

  const step = (slots: number): void => {
    newest += slots
    origin = { slot: newest, time: now() }
    setClock()
  }

  const keysOf = ({ staticKeys, lookups }: Message): ResolvedKeys => {
    const read = (indexesOf: (lookup: (typeof lookups)[number]) => readonly number[]): string[] =>
      lookups.flatMap((lookup) => {
        const table = runtime.account(lookup.accountKey)
        return indexesOf(lookup).map((index) => {
          // Addresses follow a header of 56 bytes (address-lookup-table program, `LOOKUP_TABLE_META_SIZE`).
          const bytes = table?.data.subarray(56 + index * 32, 88 + index * 32)
          if (bytes?.length !== 32) throw invalidParams('Transaction loads an address table account that does not have it')
          return base58.encode(bytes)
        })
      })
    const writable = read((lookup) => lookup.writableIndexes)
    const readonly = read((lookup) => lookup.readonlyIndexes)
    return { all: [...staticKeys, ...writable, ...readonly], writable, readonly }
  }

  const balances = (keys: readonly string[]) => {
    const accounts = keys.map((key) => runtime.account(key))
    return {
      lamports: accounts.map((account) => account?.lamports ?? 0n),
      tokens: accounts.flatMap((account, index) => tokenBalance(runtime, account, index) ?? []),
    }
  }

  const keep = (entry: Entry): void => {
    entries.set(entry.id, entry)
    for (const key of new Set(entry.keys.all)) {
      const own = byAddress.get(key)
      if (own) own.push(entry)
      else byAddress.set(key, [entry])
    }
  }

  const execute = (transaction: Transaction): Entry | undefined => {
    const keys = keysOf(transaction.message)
    step(1)
    showSlots()
    const before = balances(keys.all)
    const outcome = runtime.execute(transaction.bytes)
    const after = balances(keys.all)
    // Who fails after paying the fee is in a block; who fails before is not.
    if (outcome.err !== null && before.lamports[0] === after.lamports[0]) {
      tell([])
      return undefined
    }
    const entry: Entry = {
      ...outcome,
      id: transaction.id,
      transaction,
      slot: newest,
      blockTime: now(),
      keys,
      preBalances: before.lamports,
      postBalances: after.lamports,
      preTokenBalances: before.tokens,
      postTokenBalances: after.tokens,
    }
    keep(entry)
    const { message } = transaction
    tell([...message.staticKeys.filter((_, index) => isWritable(message, index)), ...keys.writable])
    return entry
  }

  const forget = (): void => {
    entries = new Map()
    byAddress = new Map()
  }

  return {
    genesisHash,
    runtime,
    blockhashes,
    slot: (commitment = 'processed') => newest - depths[commitment],
    advance: (slots = 1) => {
      for (let made = 0; made < slots; made += 1) {
        step(1)
        tell([])
      }
      return newest
    },
    execute,
    simulate: (transaction) => {
      showSlots()
      return runtime.simulate(transaction)
    },
    entry: (id) => entries.get(id),
    commitmentOf: ({ slot }) => commitmentAt(newest - slot),
    entriesOf: (address) => [...(byAddress.get(address) ?? [])].reverse(),
    timeOf: (slot) => {
      if (slot > newest || slot < 0) return undefined
      return origin.time - Math.round(((origin.slot - slot) * millisecondsPerSlot) / 1000)
    },
    count: () => entries.size,
    keysOf,
    reset: () => {
      runtime.load(seed)
      forget()
      newest = firstSlot
      step(0)
      tell([])
    },
    setTime: (seconds) => {
      set = seconds
    },
    save: () => formatState({ genesisHash, slot: newest, state: runtime.save(), entries: [...entries.values()] }),
    load: (text) => {
      const read = parseState(text)
      if (read.genesisHash !== genesisHash) throw new Error('The file is of another chain.')
      runtime.load(read.state)
      forget()
      read.entries.forEach(keep)
      // Whatever was on its way has arrived meanwhile.
      newest = read.slot
      step(depths.finalized)
    },
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function tokenBalance(runtime: Runtime, account: AccountState | undefined, accountIndex: number): TokenBalanceJson | undefined {
  const held = account && readTokenAccount(account)
  if (!account || !held) return undefined
  const mint = runtime.account(held.mint)
  const decimals = mint ? (readMint(mint)?.decimals ?? 0) : 0
  const uiTokenAmount = tokenAmount(held.amount, decimals)
  return { accountIndex, mint: held.mint, owner: held.owner, programId: account.owner, uiTokenAmount }
}
