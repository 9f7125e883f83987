import {
  ConnectorNotConnectedError,
  InsufficientFundsError,
  PorticoError,
  ProviderNotFoundError,
  RequestPendingError,
  TransactionRevertedError,
  UnsupportedMethodError,
  UserRejectedError,
  WalletRequestError,
} from '@portico/core'
import { EndpointError } from '../errors.js'
import { readDialect, type Dialect } from './dialect.js'

/** Which wallet failed, at what. */
export interface Failure {
  readonly wallet: string
  /** The capability of the adapter that was used. */
  readonly method: string
}

interface Rule {
  readonly codes?: readonly number[]
  readonly words?: readonly string[]
  readonly text?: RegExp
  readonly log?: RegExp
  readonly make: (failure: Failure & { readonly cause: unknown; readonly dialect: Dialect }) => PorticoError
}

/** What the visitor said. 4001000 is the Wallet Standard's own code; 0x6985 a Ledger's. */
const rejection: Rule = {
  codes: [4001, 4001000],
  words: ['ACTION_REJECTED', 'UserRejectedRequestError', 'WalletWindowClosedError'],
  text: /\buser (has )?(rejected|denied|cancell?ed|declined|disapproved|abort)|(rejected|denied|cancell?ed|declined|disapproved) by (the )?user|\b(request|transaction|signature|approval|connection|message)( was| has been)? (rejected|denied|declined|cancell?ed)|\b(modal|popup|window) (was )?closed|user closed|0x6985/i,
  make: ({ cause }) => new UserRejectedError({ cause }),
}

/** What a simulation or a node says of a transaction, in the words of the chain. */
const chain: readonly Rule[] = [
  // Before what is like it: the account may have enough, and another one too little.
  {
    words: ['InsufficientFundsForRent'],
    text: /insufficient funds for rent/i,
    make: ({ cause }) => new TransactionRevertedError({ cause, reason: 'an account would hold less than the chain asks for' }),
  },
  {
    words: ['InsufficientFundsForFee', 'AccountNotFound'],
    text: /insufficient (funds|lamports|balance)|no record of a prior credit|not enough (funds|sol|balance)/i,
    log: /insufficient (funds|lamports)/i,
    make: ({ cause }) => new InsufficientFundsError({ cause }),
  },
  {
    words: ['InstructionError', 'TransactionError'],
    codes: [-32002, -32003],
    text: /simulation failed|error processing instruction|custom program error|blockhash not found|program failed to complete/i,
    make: ({ cause, dialect }) => {
      const reason = reasonOf(dialect)
      return new TransactionRevertedError({ cause, ...(reason && { reason }) })
    },
  },
]

const rest: readonly Rule[] = [
  {
    codes: [-32002],
    text: /already (pending|processing)|request .{0,40}is pending/i,
    make: ({ cause }) => new RequestPendingError({ cause }),
  },
  { words: ['WalletNotReadyError', 'WalletLoadError'], make: ({ cause }) => new ProviderNotFoundError({ cause }) },
  { words: ['WalletNotConnectedError', 'WalletDisconnectedError'], codes: [4900], make: () => new ConnectorNotConnectedError() },
  {
    codes: [4200, -32601, -32004],
    words: ['WalletConfigError'],
    text: /versioned transactions isn't supported|transaction version \S{1,10} isn't supported/i,
    make: ({ wallet, method, cause }) => new UnsupportedMethodError({ wallet, method, cause }),
  },
  {
    // Some wallets say only this when their visitor declines.
    words: ['WalletSignTransactionError', 'WalletSignMessageError', 'WalletSignInError', 'WalletConnectionError'],
    make: ({ cause, dialect, method }) =>
      dialect.texts.length > 0 || dialect.codes.length > 0 ? unknownFailure(cause, dialect, method) : new UserRejectedError({ cause }),
  },
]

const fits =
  ({ codes, words, texts, logs }: Dialect) =>
  (rule: Rule): boolean =>
    !!rule.codes?.some((code) => codes.includes(code)) ||
    !!rule.words?.some((word) => words.includes(word)) ||
    texts.some((text) => rule.text?.test(text)) ||
    logs.some((line) => rule.log?.test(line))

function unknownFailure(cause: unknown, { codes, texts }: Dialect, method: string): WalletRequestError {
  const [code] = codes
  return new WalletRequestError({
    message: `${method}: ${(texts[0] ?? 'Unknown error').slice(0, 300)}`,
    cause,
    ...(code !== undefined && { code }),
  })
}

/** Why a transaction fails, in the words of the program that stopped it. All of it is a program's own text. */
function reasonOf({ logs, texts }: Dialect): string | undefined {
  const find = (pattern: RegExp) => logs.map((line) => pattern.exec(line)?.[1]?.trim()).findLast(Boolean)
  const said = find(/Error Message: (.{1,200})/) ?? find(/^Program log: Error: (.{1,200})/) ?? find(/^Program \w+ failed: (.{1,200})/)
  return said ?? texts.map((text) => /(?:failed|failed to send transaction): (.{1,200})/is.exec(text)?.[1]?.trim()).find(Boolean)
}

/**
 * Turns what a wallet threw, in whichever dialect, into one of core's errors. Unknown ones become a
 * {@link WalletRequestError} with the wallet's code. One of ours comes back as it is. Never throws.
 */
export function walletError(thrown: unknown, failure: Failure): PorticoError {
  if (thrown instanceof PorticoError) return thrown
  const dialect = readDialect(thrown)
  const isPending =
    dialect.codes.includes(-32002) &&
    dialect.logs.length === 0 &&
    !dialect.words.includes('InstructionError') &&
    !dialect.texts.some((text) => /simulat|transaction/i.test(text))
  const rules = isPending ? [rejection, ...rest] : [rejection, ...chain, ...rest]
  // -32003 is the network's no, whatever the wallet calls it.
  const rule = rules.find((one) => fits(dialect)(one) && !(one === rejection && dialect.codes.includes(-32003)))
  return rule ? rule.make({ ...failure, cause: thrown, dialect }) : unknownFailure(thrown, dialect, failure.method)
}

/** Turns what an endpoint answered or threw into one of core's errors; what is no fault of the transaction is an {@link EndpointError}. */
export function endpointError(thrown: unknown): PorticoError {
  if (thrown instanceof PorticoError) return thrown
  const dialect = readDialect(thrown)
  const rule = chain.find(fits(dialect))
  if (rule) return rule.make({ wallet: '', method: '', cause: thrown, dialect })
  const [code] = dialect.codes
  return new EndpointError({ cause: thrown, ...(code !== undefined && { code }) })
}
