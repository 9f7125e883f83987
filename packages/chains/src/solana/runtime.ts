import type { FailedTransactionMetadata, LiteSvm, TransactionMetadata } from 'litesvm/dist/internal.js'
import { base58 } from '@scure/base'
import { toBase58, toBase64 } from './bytes.js'
import type { AccountState } from './tokenState.js'
import { type TransactionErrorJson, transactionError } from './transactionErrors.js'

/** What running a transaction gave. */
export interface Outcome {
  err: TransactionErrorJson
  logs: readonly string[]
  unitsConsumed: number
  /** Lamports. */
  fee: number
  innerInstructions: readonly InnerInstructions[]
  returnData: { programId: string; data: [string, 'base64'] } | null
}

/** A program's address, and the shared object that its code stands in. */
export interface Program {
  address: string
  code: Uint8Array
}

export interface InnerInstructions {
  index: number
  instructions: readonly { programIdIndex: number; accounts: readonly number[]; data: string; stackHeight: number }[]
}

/** The runtime of a cluster, in this process: accounts, programs and a clock, without slots, history or network. */
export interface Runtime {
  account(address: string): AccountState | undefined
  setAccount(address: string, account: AccountState): void
  /** The accounts that a program owns, by address. */
  ownedBy(program: string): [address: string, account: AccountState][]
  /** Runs a transaction and keeps what it did. Signatures and blockhash are for the caller to look at. */
  execute(transaction: Uint8Array): Outcome
  /** Runs a transaction and forgets it. `accounts` are those it wrote, if it went well. */
  simulate(transaction: Uint8Array): { outcome: Outcome; accounts: ReadonlyMap<string, AccountState> }
  /** Lamports that data of so many bytes keeps at least. */
  rent(bytes: number): bigint
  setClock(clock: { slot: number; epoch: number; seconds: number }): void
  /** Tells programs of the slots before this one, newest first. */
  setSlotHashes(hashes: readonly { slot: number; hash: string }[]): void
  /** The whole state. */
  save(): Uint8Array
  load(state: Uint8Array): void
}

/**
 * Loads the runtime: 30 ms and 20 MB, so not before it is needed. The package's own entry would load a second copy of
 * the Solana SDK to wrap it, for ten times as long.
 * @param programs that are there beside those of every cluster
 */
export async function createRuntime(programs: readonly Program[] = []): Promise<Runtime> {
  const { Account, FailedTransactionMetadata, LiteSvm } = await import('litesvm/dist/internal.js')
  let svm = prepare(new LiteSvm(), programs)

  const outcomeOf = (failure: FailedTransactionMetadata | undefined, meta: TransactionMetadata): Outcome => {
    const returned = meta.returnData()
    const inner = meta.innerInstructions().map((group, index) => ({
      index,
      instructions: group.map((each) => {
        const instruction = each.instruction()
        return {
          programIdIndex: instruction.programIdIndex(),
          accounts: [...instruction.accounts()],
          data: toBase58(instruction.data()),
          stackHeight: each.stackHeight(),
        }
      }),
    }))
    return {
      err: failure ? transactionError(failure.err()) : null,
      logs: meta.logs(),
      unitsConsumed: Number(meta.computeUnitsConsumed()),
      fee: feeOf(meta),
      innerInstructions: inner.filter(({ instructions }) => instructions.length > 0),
      returnData:
        returned.data().length > 0 ? { programId: toBase58(returned.programId()), data: [toBase64(returned.data()), 'base64'] } : null,
    }
  }

  return {
    account: (address) => {
      const found = svm.getAccount(base58.decode(address))
      return found && found.lamports() > 0n ? stateOf(found) : undefined
    },
    setAccount: (address, { lamports, data, owner, executable }) =>
      svm.setAccount(base58.decode(address), new Account(lamports, data, base58.decode(owner), executable, rentExempt)),
    ownedBy: (program) => svm.getProgramAccounts(base58.decode(program)).map((each) => [toBase58(each.address), stateOf(each.account())]),
    execute: (transaction) => {
      const result = svm.sendVersionedTransaction(transaction)
      return result instanceof FailedTransactionMetadata ? outcomeOf(result, result.meta()) : outcomeOf(undefined, result)
    },
    simulate: (transaction) => {
      const result = svm.simulateVersionedTransaction(transaction)
      if (result instanceof FailedTransactionMetadata) {
        return { outcome: outcomeOf(result, result.meta()), accounts: new Map() }
      }
      const accounts = result.postAccounts().map((each) => [toBase58(each.address), stateOf(each.account())] as const)
      return { outcome: outcomeOf(undefined, result.meta()), accounts: new Map(accounts) }
    },
    rent: (bytes) => svm.minimumBalanceForRentExemption(BigInt(bytes)),
    setClock: ({ slot, epoch, seconds }) => {
      const clock = svm.getClock()
      clock.slot = BigInt(slot)
      clock.epoch = BigInt(epoch)
      clock.leaderScheduleEpoch = BigInt(epoch + 1)
      clock.unixTimestamp = BigInt(seconds)
      svm.setClock(clock)
    },
    setSlotHashes: (hashes) => svm.setSlotHashes(hashes.map(({ slot, hash }) => ({ slot: BigInt(slot), hash }))),
    save: () => svm.toBytes(),
    load: (state) => {
      svm = prepare(LiteSvm.fromBytes(state), programs)
    },
  }
}

/** The epoch in which an account that pays no rent pays it: never. */
export const rentExempt = 2n ** 64n - 1n

/** Blockhashes, signatures and the history are the ledger's own affair. */
function prepare(svm: LiteSvm, programs: readonly Program[]): LiteSvm {
  svm.setBlockhashCheck(false)
  svm.setSigverify(false)
  svm.setTransactionHistory(0n)
  for (const { address, code } of programs) svm.addProgram(base58.decode(address), code)
  return svm
}

function stateOf(account: ReturnType<LiteSvm['getAccount']> & object): AccountState {
  return {
    lamports: account.lamports(),
    data: account.data(),
    owner: toBase58(account.owner()),
    executable: account.executable(),
  }
}

/** The fee has no accessor; the text that the runtime makes of a result ends with it. */
function feeOf(meta: TransactionMetadata): number {
  return Number(/fee: (\d+)[ })]*$/.exec(meta.toString())?.[1] ?? 0)
}
