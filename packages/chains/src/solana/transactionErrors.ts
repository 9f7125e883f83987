import type { FailedTransactionMetadata } from 'litesvm/dist/internal.js'

/** What the API writes for a failure: a name, or an object with the one that has details. `null` = none. */
export type TransactionErrorJson = string | Readonly<Record<string, unknown>> | null

type Failure = ReturnType<FailedTransactionMetadata['err']>
type InstructionFailure = Extract<Failure, { err(): unknown }> extends { err(): infer T } ? T : never

/** The error of a failed transaction, as the API of a cluster writes it: `{ InstructionError: [0, { Custom: 1 }] }`. */
export function transactionError(failure: Failure): TransactionErrorJson {
  if (typeof failure === 'number') return transactionErrors[failure] ?? 'ClusterMaintenance'
  if ('err' in failure) return { InstructionError: [failure.index, instructionError(failure.err())] }
  if ('accountIndex' in failure) {
    const name = failure.constructor.name.includes('Rent') ? 'InsufficientFundsForRent' : 'ProgramExecutionTemporarilyRestricted'
    return { [name]: { account_index: failure.accountIndex } }
  }
  return { DuplicateInstruction: failure.index }
}

function instructionError(failure: InstructionFailure): TransactionErrorJson {
  if (typeof failure === 'number') return instructionErrors[failure] ?? 'GenericError'
  return 'code' in failure ? { Custom: failure.code } : { BorshIoError: failure.msg }
}

/** The sentence that a cluster says about an error. */
export function describeError(error: TransactionErrorJson): string {
  if (error === null) return ''
  if (typeof error === 'string') return sentences[error] ?? error
  const instruction = error['InstructionError']
  if (!Array.isArray(instruction)) return Object.keys(error).join()
  const [index, cause]: unknown[] = instruction
  const custom = typeof cause === 'object' && cause !== null && 'Custom' in cause ? Number(cause.Custom) : undefined
  const reason = custom === undefined ? words(String(cause)) : `custom program error: 0x${custom.toString(16)}`
  return `Error processing Instruction ${String(index)}: ${reason}`
}

const sentences: Readonly<Record<string, string>> = {
  AccountNotFound: 'Attempt to debit an account but found no record of a prior credit.',
  AlreadyProcessed: 'This transaction has already been processed',
  BlockhashNotFound: 'Blockhash not found',
  InsufficientFundsForFee: 'Insufficient funds for fee',
  ProgramAccountNotFound: 'Attempt to load a program that does not exist',
}

/** `InvalidAccountData` as "invalid account data". */
function words(name: string): string {
  return name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
}

/** The variants without details, in the order of the runtime's numbers (`litesvm/dist/internal.d.ts`). */
const transactionErrors = [
  'AccountInUse',
  'AccountLoadedTwice',
  'AccountNotFound',
  'ProgramAccountNotFound',
  'InsufficientFundsForFee',
  'InvalidAccountForFee',
  'AlreadyProcessed',
  'BlockhashNotFound',
  'CallChainTooDeep',
  'MissingSignatureForFee',
  'InvalidAccountIndex',
  'SignatureFailure',
  'InvalidProgramForExecution',
  'SanitizeFailure',
  'ClusterMaintenance',
  'AccountBorrowOutstanding',
  'WouldExceedMaxBlockCostLimit',
  'UnsupportedVersion',
  'InvalidWritableAccount',
  'WouldExceedMaxAccountCostLimit',
  'WouldExceedAccountDataBlockLimit',
  'TooManyAccountLocks',
  'AddressLookupTableNotFound',
  'InvalidAddressLookupTableOwner',
  'InvalidAddressLookupTableData',
  'InvalidAddressLookupTableIndex',
  'InvalidRentPayingAccount',
  'WouldExceedMaxVoteCostLimit',
  'WouldExceedAccountDataTotalLimit',
  'MaxLoadedAccountsDataSizeExceeded',
  'ResanitizationNeeded',
  'InvalidLoadedAccountsDataSizeLimit',
  'UnbalancedTransaction',
  'ProgramCacheHitMaxLimit',
  'CommitCancelled',
] as const

const instructionErrors = [
  'GenericError',
  'InvalidArgument',
  'InvalidInstructionData',
  'InvalidAccountData',
  'AccountDataTooSmall',
  'InsufficientFunds',
  'IncorrectProgramId',
  'MissingRequiredSignature',
  'AccountAlreadyInitialized',
  'UninitializedAccount',
  'UnbalancedInstruction',
  'ModifiedProgramId',
  'ExternalAccountLamportSpend',
  'ExternalAccountDataModified',
  'ReadonlyLamportChange',
  'ReadonlyDataModified',
  'DuplicateAccountIndex',
  'ExecutableModified',
  'RentEpochModified',
  'NotEnoughAccountKeys',
  'AccountDataSizeChanged',
  'AccountNotExecutable',
  'AccountBorrowFailed',
  'AccountBorrowOutstanding',
  'DuplicateAccountOutOfSync',
  'InvalidError',
  'ExecutableDataModified',
  'ExecutableLamportChange',
  'ExecutableAccountNotRentExempt',
  'UnsupportedProgramId',
  'CallDepth',
  'MissingAccount',
  'ReentrancyNotAllowed',
  'MaxSeedLengthExceeded',
  'InvalidSeeds',
  'InvalidRealloc',
  'ComputationalBudgetExceeded',
  'PrivilegeEscalation',
  'ProgramEnvironmentSetupFailure',
  'ProgramFailedToComplete',
  'ProgramFailedToCompile',
  'Immutable',
  'IncorrectAuthority',
  'AccountNotRentExempt',
  'InvalidAccountOwner',
  'ArithmeticOverflow',
  'UnsupportedSysvar',
  'IllegalOwner',
  'MaxAccountsDataAllocationsExceeded',
  'MaxAccountsExceeded',
  'MaxInstructionTraceLengthExceeded',
  'BuiltinProgramsMustConsumeComputeUnits',
  'BorshIoError',
] as const
