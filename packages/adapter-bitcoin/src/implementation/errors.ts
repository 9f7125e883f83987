import {
  InsufficientFundsError,
  PorticoError,
  RequestPendingError,
  UnsupportedMethodError,
  UserRejectedError,
  WalletRequestError,
} from '@portico/core'

/** What can be asked of a wallet, and what the visitor can do when it cannot be done. */
const instead = {
  connect: 'Choose another wallet.',
  signMessage: 'Connect a wallet that signs messages.',
  signPsbt: 'Connect a wallet that signs Bitcoin transactions.',
  sendTransaction: 'Send from the wallet itself.',
} as const

export type Capability = keyof typeof instead

/** For what a wallet's shape never has. */
export const cannot = (wallet: string, capability: Capability): UnsupportedMethodError =>
  new UnsupportedMethodError({ wallet, method: capability, instead: instead[capability] })

/** What a failure says of itself, at any depth. */
interface Dialect {
  readonly codes: readonly number[]
  readonly texts: readonly string[]
}

const nestedFields = ['error', 'cause', 'data', 'originalError']

/** Reads codes and texts out of whatever was thrown, through wrappers and cycles. Never throws. */
function readDialect(thrown: unknown): Dialect {
  const codes: number[] = []
  const texts: string[] = []
  const seen = new Set<unknown>()
  const visit = (value: unknown, depth: number) => {
    if (typeof value === 'string') return void texts.push(value.slice(0, 2_000))
    if (typeof value !== 'object' || value === null || seen.has(value) || depth > 8) return
    seen.add(value)
    const field = (name: string): unknown => {
      try {
        return Reflect.get(value, name)
      } catch {
        return undefined
      }
    }
    const code = field('code')
    if (typeof code === 'number' || (typeof code === 'string' && /^-?\d{1,6}$/.test(code))) codes.push(Number(code))
    const message = field('message')
    if (typeof message === 'string') texts.push(message.slice(0, 2_000))
    for (const name of nestedFields) visit(field(name), depth + 1)
  }
  visit(thrown, 0)
  return { codes, texts }
}

interface Rule {
  readonly codes: readonly number[]
  readonly text?: RegExp
  readonly make: (failure: { readonly cause: unknown; readonly wallet: string; readonly capability: Capability }) => PorticoError
}

const unsupported: Rule = {
  // JSON-RPC, EIP-1193, and sats-connect's METHOD_NOT_SUPPORTED.
  codes: [4200, -32601, -32001, -32004],
  text: /method .{0,80}(not|n't) .{0,12}(found|supported|implemented|exist|available)|(unsupported|unknown) method|(is )?not (supported|implemented)/i,
  make: ({ cause, wallet, capability }) => new UnsupportedMethodError({ wallet, method: capability, instead: instead[capability], cause }),
}

/** The first rule that fits decides: what the visitor did comes before what the wallet cannot do. */
const rules: readonly Rule[] = [
  {
    // EIP-1193, and sats-connect's USER_REJECTION, by both of its numbers.
    codes: [4001, -31001],
    text: /\buser (has )?(rejected|denied|cancell?ed|declined)|(rejected|denied|cancell?ed|declined) by (the )?user|(modal|popup|window) (was )?closed|user closed/i,
    make: ({ cause }) => new UserRejectedError({ cause }),
  },
  { codes: [], text: /already (pending|processing)|request .{0,40}is pending/i, make: ({ cause }) => new RequestPendingError({ cause }) },
  {
    codes: [],
    text: /insufficient (funds|balance|utxos?)|not enough (funds|balance|utxos?)/i,
    make: ({ cause }) => new InsufficientFundsError({ cause }),
  },
  { codes: [-32000], make: ({ cause }) => new UserRejectedError({ cause }) },
  unsupported,
]

const fits = ({ codes, text }: Rule, said: Dialect) =>
  said.codes.some((code) => codes.includes(code)) || (!!text && said.texts.some((one) => text.test(one)))

/** Whether a wallet said that it has no such method. */
export const isUnsupported = (thrown: unknown): boolean => {
  if (thrown instanceof UnsupportedMethodError) return true
  const said = readDialect(thrown)
  return rules.find((rule) => fits(rule, said)) === unsupported
}

/** Whether a wallet said that the site is not let in: sats-connect's ACCESS_DENIED, EIP-1193's 4100. */
export const isDenied = (thrown: unknown): boolean => readDialect(thrown).codes.some((code) => code === -32002 || code === 4100)

/**
 * Turns what a wallet threw, in whichever dialect, into one of core's errors. Unknown ones become a
 * {@link WalletRequestError} with the wallet's code. One of ours comes back as it is. Never throws.
 */
export function walletError(thrown: unknown, failed: { readonly wallet: string; readonly capability: Capability }): PorticoError {
  if (thrown instanceof PorticoError) return thrown
  const said = readDialect(thrown)
  const rule = rules.find((one) => fits(one, said))
  if (rule) return rule.make({ ...failed, cause: thrown })
  const [code] = isDenied(thrown) ? [4100] : said.codes
  const text = said.texts.find((one) => one.trim()) ?? 'Unknown error'
  return new WalletRequestError({
    message: `${failed.capability}: ${text.slice(0, 300)}`,
    cause: thrown,
    ...(code !== undefined && { code }),
  })
}

/** Waits for a wallet. @throws one of core's errors, whatever the wallet throws */
export async function answer<T>(wallet: string, capability: Capability, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (thrown) {
    throw walletError(thrown, { wallet, capability })
  }
}
