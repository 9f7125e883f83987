import {
  CapabilityMissingError,
  ConnectorNotConnectedError,
  InsufficientFundsError,
  PorticoError,
  ProviderNotFoundError,
  RequestPendingError,
  TransactionRevertedError,
  UserRejectedError,
  WalletRequestError,
} from '@portico/core'

/** The chain's own endpoint failed, not the wallet. */
export class EndpointError extends PorticoError {
  override readonly name = 'EndpointError'
  constructor({ cause, code }: { cause: unknown; code?: number }) {
    const hint = 'Name an endpoint of your own: evm({ transports }).'
    super('The network endpoint did not answer as expected.', {
      shown: 'The network did not answer. Try again.',
      hint,
      cause,
      ...(code !== undefined && { code }),
    })
  }
}

/** What a code means when the wallet says nothing itself. */
export const codeMeanings: Readonly<Record<number, string>> = {
  [-32700]: 'Parse error',
  [-32600]: 'Invalid request',
  [-32601]: 'Method not found',
  [-32602]: 'Invalid params',
  [-32603]: 'Internal error',
  [-32000]: 'Invalid input',
  [-32001]: 'Resource not found',
  [-32002]: 'Resource unavailable',
  [-32003]: 'Transaction rejected',
  [-32004]: 'Method not supported',
  [-32005]: 'Limit exceeded',
  [-32006]: 'Version not supported',
  4001: 'User rejected the request',
  4100: 'Unauthorized',
  4200: 'Unsupported method',
  4900: 'Disconnected',
  4901: 'Chain disconnected',
  4902: 'Unrecognized chain',
  5700: 'Unsupported capability',
  5710: 'Unsupported chain id',
  5720: 'Duplicate bundle id',
  5730: 'Unknown bundle id',
  5740: 'Bundle too large',
  5750: 'Atomic-ready wallet rejected the upgrade',
  5760: 'Atomicity not supported',
}

/** What a failure says of itself, at any depth. */
export interface Dialect {
  readonly codes: readonly number[]
  /** Names and codes in words: `UserRejectedRequestError`, `ACTION_REJECTED`. */
  readonly words: readonly string[]
  readonly texts: readonly string[]
}

const textFields = ['message', 'shortMessage', 'details', 'reason', 'body']
const wordFields = ['name', 'code']
const nestedFields = ['cause', 'data', 'originalError', 'error', 'info']

/** Reads codes, names and texts out of whatever was thrown, through wrappers and cycles. Never throws. */
export function readDialect(thrown: unknown): Dialect {
  const codes: number[] = []
  const words: string[] = []
  const texts: string[] = []
  const seen = new Set<unknown>()
  const visit = (value: unknown, depth: number) => {
    if (typeof value === 'string') return void texts.push(value.slice(0, 2000))
    if (typeof value !== 'object' || value === null || seen.has(value) || depth > 8) return
    seen.add(value)
    const read = (field: string): unknown => {
      try {
        return Reflect.get(value, field)
      } catch {
        return undefined
      }
    }
    const code = read('code')
    if (typeof code === 'number' || (typeof code === 'string' && /^-?\d{1,6}$/.test(code))) codes.push(Number(code))
    for (const field of wordFields) {
      const word = read(field)
      if (typeof word === 'string') words.push(word.slice(0, 100))
    }
    for (const field of textFields) {
      const text = read(field)
      if (typeof text === 'string') texts.push(text.slice(0, 2000))
    }
    for (const field of nestedFields) {
      const nested = read(field)
      if (typeof nested === 'object') visit(nested, depth + 1)
    }
  }
  visit(thrown, 0)
  return { codes, words, texts }
}

interface Rule {
  readonly codes?: readonly number[]
  readonly words?: readonly string[]
  readonly text?: RegExp
  /** Said by the chain, whichever wallet passes it on. */
  readonly ofChain?: true
  readonly make: (failure: { cause: unknown; method: string; texts: readonly string[] }) => PorticoError
}

/** The first rule that fits decides. What the visitor did comes first, then what the chain says, then the bare codes. */
const rules: readonly Rule[] = [
  {
    codes: [4001, 5000, 5750],
    words: ['ACTION_REJECTED', 'UserRejectedRequestError'],
    text: /\buser (has )?(rejected|denied|cancell?ed|declined|disapproved)|(rejected|denied|cancell?ed|declined) by (the )?user|(modal|popup|window) (was )?closed|user closed/i,
    make: ({ cause }) => new UserRejectedError({ cause }),
  },
  {
    codes: [-32002],
    words: ['ResourceUnavailableRpcError'],
    text: /already (pending|processing)|request .{0,40}is pending/i,
    make: ({ cause }) => new RequestPendingError({ cause }),
  },
  {
    codes: [-32521], // of a bundler (ERC-7769)
    words: ['CALL_EXCEPTION', 'ExecutionRevertedError', 'UNPREDICTABLE_GAS_LIMIT'],
    text: /execution reverted|VM Exception|reverted with|always failing transaction/i,
    ofChain: true,
    make: ({ cause, texts }) => {
      const reason = texts
        .map((text) =>
          /(?:reverted(?: with (?:the following )?reason(?: string)?)?:?|\bcalls fail:)\s+['"]?([^'"\n]{1,200})/i.exec(text)?.[1]?.trim(),
        )
        .find(Boolean)
      return new TransactionRevertedError({ cause, ...(reason && { reason }) })
    },
  },
  {
    words: ['INSUFFICIENT_FUNDS', 'InsufficientFundsError'],
    text: /insufficient (funds|balance)|gas required exceeds allowance|exceeds the balance of the account|not enough (funds|balance)|\bAA21\b|pay prefund/i,
    ofChain: true,
    make: ({ cause }) => new InsufficientFundsError({ cause }),
  },
  { words: ['ProviderNotFoundError'], make: ({ cause }) => new ProviderNotFoundError({ cause }) },
  { words: ['ConnectorNotConnectedError'], make: () => new ConnectorNotConnectedError() },
  {
    codes: [4200, -32601, -32004],
    words: ['UNSUPPORTED_OPERATION', 'MethodNotFoundRpcError', 'MethodNotSupportedRpcError', 'UnsupportedProviderMethodError'],
    make: ({ method }) => new CapabilityMissingError({ capability: method, namespace: 'eip155' }),
  },
  { codes: [-32003], make: ({ cause }) => new TransactionRevertedError({ cause }) },
]

/**
 * Turns what a wallet threw, in whichever dialect, into one of core's errors. Unknown ones become a
 * {@link WalletRequestError} with the wallet's code. One of ours comes back as it is, but for what
 * the embedded wallet passes on of the chain in its words (`FrameRequestError`, of a package above): that is the same as by any wallet. Never throws.
 * @param method the request that failed
 */
export function walletError(thrown: unknown, method: string): PorticoError {
  const ours = thrown instanceof PorticoError ? thrown : undefined
  if (ours && ours.name !== 'FrameRequestError') return ours
  const { codes, words, texts } = readDialect(thrown)
  const rule = rules.find(
    (one) =>
      one.codes?.some((code) => codes.includes(code)) ||
      one.words?.some((word) => words.includes(word)) ||
      texts.some((text) => one.text?.test(text)),
  )
  if (ours && !rule?.ofChain) return ours
  if (rule) return rule.make({ cause: thrown, method, texts })
  const code = codes.find((number) => number in codeMeanings) ?? codes[0]
  const said = texts.find((text) => text.trim()) ?? (code === undefined ? undefined : codeMeanings[code]) ?? 'Unknown error'
  return new WalletRequestError({ message: `${method}: ${said.slice(0, 300)}`, cause: thrown, ...(code !== undefined && { code }) })
}

/** Turns what an endpoint threw into one of core's errors; what is no fault of the transaction is an {@link EndpointError}. */
export function endpointError(thrown: unknown, method: string): PorticoError {
  const error = walletError(thrown, method)
  // Of a node -32002 is no request that waits in the wallet: Geth says so that its time was up.
  const isItsOwn = [WalletRequestError, CapabilityMissingError, RequestPendingError].some((kind) => error instanceof kind)
  if (!isItsOwn) return error
  return new EndpointError({ cause: thrown, ...(error.code !== undefined && { code: error.code }) })
}
