import { toDecimal } from '@portico/core'
import type { Effect, FrameNetwork } from '../../types.js'
import { recipientFinding } from '../addresses.js'
import { isLargeCoin, isLargeToken } from '../limits.js'
import { type Finding, join, type PrepareContext, type Risk, type Warning, warning } from '../types.js'
import { readMint, readTokenAccount, type SolanaAccount, type TokenAccount } from './chain.js'
import { symbolOf } from './names.js'
import { decodeInstruction, type SolanaAction } from './programs.js'
import type { Instruction } from './transaction.js'

export interface SolanaDescriber {
  readonly network: FrameNetwork
  readonly context: PrepareContext
  /** What is known of accounts before the transaction. */
  readonly accounts: ReadonlyMap<string, SolanaAccount>
}

/**
 * Says what the instructions of one transaction come to, in the values of the approval's sentences:
 * - `send`: amount, symbol (of a token, whose mint is `token`, as `symbolOf` has it), to (the owner, or the token account `toAccount`), `from`
 * - `approve`: amount, token, spender, account, `unlimited` 'true'
 * - `delegation`: delegate (empty when nobody decides any more), account, what, program
 * - `program`: program (name or address), instruction (none of a program that nobody knows), and the values of the instruction: `value` in
 *   coins, `shares` of the token `mint`, or `quantity` where its decimals are not known
 * - `message`: a memo
 * `units` is 'smallest' where the decimals are not known.
 */
export function describeSolana(instructions: readonly Instruction[], describer: SolanaDescriber): Finding {
  const own = describer.context.addresses.solana
  const decoded = instructions.map((instruction) => ({
    action: decodeInstruction(instruction),
    isNamed: instruction.accounts.some(({ address }) => address === own),
  }))
  // An account that is made in the same transaction is not on the chain yet.
  const made = new Map(
    decoded.flatMap(({ action }) => {
      const { account, mint, owner }: Readonly<Record<string, string>> = action.kind === 'known' ? action.values : {}
      return account && mint && owner ? [[account, { mint, owner, units: 0n }] as const] : []
    }),
  )
  return join(
    decoded.flatMap(({ action, isNamed }) => [
      describeOne(action, describer, made),
      ...(isNamed ? [takenFinding(action, describer, made)] : []),
    ]),
  )
}

/**
 * What goes by a say that this account has, alone or with others, over what is not its own: it shows in no balance of its own. Of an
 * instruction that names the account.
 */
function takenFinding(action: SolanaAction, describer: SolanaDescriber, made: Made): Finding {
  const own = describer.context.addresses.solana
  const ownerOf = (account = '') => (account === own ? own : tokenAccount(account, describer, made)?.owner)
  const taken = (from = '', to = '') => {
    const owner = action.kind === 'sol' ? from : ownerOf(from)
    return owner === undefined || owner === own || ownerOf(to) === own ? nothing : saying('risky')
  }
  if (action.kind === 'sol' || action.kind === 'token') return taken(action.from, action.to)
  const isKnown = action.kind === 'known' && (action.instruction === 'burn' || action.instruction === 'closeAccount')
  return isKnown ? taken(action.values['account'], action.values['to']) : nothing
}

type Made = ReadonlyMap<string, TokenAccount>

const nothing: Finding = { effects: [], warnings: [], risk: 'normal' }

const found = (kind: Effect['kind'], values: Readonly<Record<string, string>>, message?: string): Finding => ({
  ...nothing,
  effects: [{ kind, values, ...(message !== undefined && { message }) }],
})
const saying = (risk: Risk, ...warnings: readonly Warning[]): Finding => ({ effects: [], warnings, risk })

function describeOne(action: SolanaAction, describer: SolanaDescriber, made: Made): Finding {
  const { network, context } = describer
  const own = context.addresses.solana
  switch (action.kind) {
    case 'sol': {
      const { from, to, lamports } = action
      const amount = toDecimal(lamports, network.nativeCurrency.decimals)
      const effect = found('send', { amount, symbol: network.nativeCurrency.symbol, to, ...(from !== own && { from }) })
      return join([effect, from === own ? recipientFinding(to, context) : saying('caution'), large(lamports, describer)])
    }
    case 'token': {
      const { from, to, authority, units } = action
      const source = tokenAccount(from, describer, made)
      const target = tokenAccount(to, describer, made)
      const mint = action.mint ?? source?.mint ?? target?.mint
      const { amount, ...unit } = amountOf(units, mint, action.decimals, describer)
      const isOthers = source !== undefined && source.owner !== own
      const others = authority === own && !isOthers ? {} : { from: source?.owner ?? from }
      const effect = found('send', { amount, ...unit, to: target?.owner ?? to, toAccount: to, ...others })
      const unknownOwner = target ? nothing : saying('caution')
      return join([effect, recipientFinding(target?.owner ?? to, context), large(units, describer, mint, action.decimals), unknownOwner])
    }
    case 'approve': {
      const { account, delegate, units } = action
      const mint = action.mint ?? tokenAccount(account, describer, made)?.mint
      const holds = tokenAccount(account, describer, made)?.units ?? 0n
      const isAll = units >= 2n ** 63n - 1n || (holds > 0n && units >= holds)
      const values = { ...amountOf(units, mint, action.decimals, describer), spender: delegate, account }
      const effect = found('approve', isAll ? { ...values, amount: '', unlimited: 'true' } : values)
      return join([
        effect,
        saying('risky', ...(isAll ? [warning('unlimited', { spender: delegate })] : [])),
        recipientFinding(delegate, context),
      ])
    }
    case 'authority': {
      const { program, account, what, to = '' } = action
      return join([
        found('delegation', { delegate: to, account, what, program }),
        saying('risky', warning('delegation', { delegate: to, reason: 'authority' })),
      ])
    }
    case 'known': {
      const { program, instruction, values, grave } = action
      // How much work is paid for shows in the fee.
      if (program === 'Compute Budget') return nothing
      // An account with data pays no fee and sends nothing by the system any more: a wallet that was made one is lost to its owner.
      if (instruction === 'allocate' && values['account'] === own)
        return describeOne({ kind: 'authority', program, account: own, what: instruction }, describer, made)
      const goesTo = values['to'] === undefined ? nothing : recipientFinding(values['to'], context)
      return join([found('program', { program, instruction, ...spelled(values, describer) }), goesTo, grave ? saying('risky') : nothing])
    }
    case 'memo':
      return found('message', { program: 'Memo' }, action.text)
    case 'unknown': {
      const { program, name } = action
      const effect = found('program', { program, ...(name && { instruction: 'unknown', name }) })
      // It signs as this account: what it does with that does not show in balances alone.
      return join([effect, saying('risky', warning('unknownProgram', { program }))])
    }
  }
}

/** Amounts as people write them, and not in the smallest unit. */
function spelled({ lamports, units, ...values }: Readonly<Record<string, string>>, describer: SolanaDescriber): Record<string, string> {
  const { decimals, symbol } = describer.network.nativeCurrency
  const places = decimalsOf(values['mint'], describer)
  return {
    ...values,
    ...(lamports !== undefined && { value: `${toDecimal(BigInt(lamports), decimals)} ${symbol}` }),
    ...(units !== undefined && (places === undefined ? { quantity: units } : { shares: toDecimal(BigInt(units), places) })),
  }
}

function tokenAccount(address: string, { accounts }: SolanaDescriber, made: Made): TokenAccount | undefined {
  const account = accounts.get(address)
  return (account && readTokenAccount(account)) ?? made.get(address)
}

function decimalsOf(mint: string | undefined, { accounts }: SolanaDescriber): number | undefined {
  const account = mint === undefined ? undefined : accounts.get(mint)
  return account && readMint(account)?.decimals
}

/** The program fails when the decimals that it was told are not the mint's, so they hold. */
function amountOf(
  units: bigint,
  mint: string | undefined,
  told: number | undefined,
  describer: SolanaDescriber,
): Record<string, string> & { readonly amount: string } {
  const decimals = told ?? decimalsOf(mint, describer)
  const token = {
    ...(mint === undefined ? { symbol: '' } : symbolOf(mint, describer.accounts.get(mint), describer.network)),
    token: mint ?? '',
  }
  return decimals === undefined ? { ...token, amount: String(units), units: 'smallest' } : { ...token, amount: toDecimal(units, decimals) }
}

/** Whether an amount is above the limit from which a window of its own is asked for. */
function large(units: bigint, describer: SolanaDescriber, mint?: string, told?: number): Finding {
  const { network, context } = describer
  const places = told ?? decimalsOf(mint, describer)
  if (mint !== undefined && places === undefined) return units > 0n ? saying('caution') : nothing
  const isLarge =
    mint === undefined ? isLargeCoin(network.id, units, context) : isLargeToken(`${network.id}/token:${mint}`, units, places ?? 0, context)
  return isLarge ? saying('risky', warning('largeValue')) : nothing
}
