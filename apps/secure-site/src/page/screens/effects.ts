import { fill, type Messages } from '../i18n/index.js'
import type { RequestView } from './view.js'

type Effect = RequestView['effects'][number]
type Values = Readonly<Record<string, string>>

/** How a value is set: an address whole and in groups, an amount bold, a moment by how far it is, everything else as text. */
export interface Shown {
  readonly as: 'address' | 'amount' | 'time' | 'duration' | 'text' | 'mono'
  readonly text: string
}

/** An effect as the screen says it: a sentence with its values, and what the sentence does not have room for. */
export interface SaidEffect {
  readonly sentence: string
  readonly parts: Readonly<Record<string, Shown>>
  readonly rest: readonly { readonly label: string; readonly value: Shown }[]
  /** Something that is said of the symbol. */
  readonly notes: readonly string[]
}

/** Values that may look like an address and are none. */
const neverAddresses = ['nonce', 'requestId', 'statement', 'memo', 'name', 'symbol']
const looksLikeAddress = (text: string) => /^0x[0-9a-fA-F]{40}$/.test(text) || /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)

/**
 * Says one effect. Each of its values is in the sentence, in an amount, in the rest or in the notes (S9).
 * @param write how the language writes a decimal number; every digit stays
 */
export function sayEffect(
  { kind, values }: Pick<Effect, 'kind' | 'values'>,
  t: Messages,
  write: (decimal: string) => string = (decimal) => decimal,
): SaidEffect {
  const sentence = sentenceOf(kind, values, t)
  const taken = new Set<string>(['unverified', 'mixedScript'])
  const parts: Record<string, Shown> = {}
  for (const [, name = ''] of sentence.matchAll(/\{(\w+)\}/g)) {
    if (name === 'amount') parts[name] = { as: 'amount', text: amountOf(kind, values, t, write, taken) }
    else {
      taken.add(name)
      parts[name] = shownAs(name, has(values, name) ? (values[name] ?? '') : name === 'symbol' ? t.amount.unknownToken : '')
    }
  }
  for (const told of toldBySentence(kind, values)) taken.add(told)
  const rest = Object.entries(values)
    .filter(([name, value]) => !taken.has(name) && value !== '')
    .map(([name, value]) => ({
      label: labelOf(name, t),
      value: isEndless(name, value)
        ? { as: 'text' as const, text: t.never }
        : name === 'until' && value === 'block'
          ? { as: 'text' as const, text: t.oneBlock }
          : shownAs(name, value),
    }))
  const notes = [...(values['unverified'] === 'true' ? [t.unverified] : []), ...(values['mixedScript'] === 'true' ? [t.mixedScript] : [])]
  return { sentence, parts, rest, notes }
}

const has = (values: Values, name: string) => Object.hasOwn(values, name) && values[name] !== ''
const yes = (values: Values, name: string) => has(values, name) && values[name] === 'true'

/** An end beyond all dates, as sites write it for one that never comes. The number is among all fields. */
const isEndless = (name: string, text: string) => name === 'until' && /^\d{12,}$/.test(text)

function shownAs(name: string, text: string): Shown {
  if (name === 'period' && /^\d{1,12}$/.test(text)) return { as: 'duration', text }
  if (['until', 'notBefore'].includes(name) && /^\d{4}-\d\d-\d\dT[\d:]{8}Z$/.test(text)) return { as: 'time', text }
  if (!neverAddresses.includes(name) && looksLikeAddress(text)) return { as: 'address', text }
  return { as: name === 'selector' || /^0x[0-9a-fA-F]{8,}$/.test(text) ? 'mono' : 'text', text }
}

function labelOf(name: string, t: Messages): string {
  const fields: Readonly<Record<string, string>> = t.field
  return Object.hasOwn(fields, name) ? (fields[name] ?? name) : name
}

/** Which values are said by the choice of the sentence itself. */
function toldBySentence(kind: Effect['kind'], values: Values): readonly string[] {
  switch (kind) {
    case 'approve':
      return ['added', 'unlimited']
    case 'permit':
      return ['unlimited']
    case 'order':
      return ['picked']
    case 'approvalForAll':
      return ['approved', 'symbol']
    case 'call':
      return ['delegated', ...(isZero(values['value']) ? ['value', 'symbol'] : [])]
    case 'deploy':
      return isZero(values['value']) ? ['value', 'symbol'] : []
    case 'grantLimit':
      return isZero(values['amount']) ? ['amount'] : []
    case 'name':
      return ['action']
    // The text itself stands below, whole.
    case 'signIn':
      return Object.keys(values)
    default:
      return []
  }
}

function sentenceOf(kind: Effect['kind'], values: Values, t: Messages): string {
  const { effect } = t
  switch (kind) {
    case 'send':
      return has(values, 'from') ? effect.sendFrom : effect.send
    case 'approve':
      if (has(values, 'tokenId')) return effect.approveNft
      if (!yes(values, 'unlimited') && isZero(values['amount'])) return effect.revoke
      if (yes(values, 'added')) return effect.approveMore
      if (has(values, 'owner')) return effect.approveOf
      return yes(values, 'unlimited') && !has(values, 'until') ? effect.approveUntilRevoked : effect.approve
    case 'permit':
      return yes(values, 'unlimited') && !has(values, 'until') ? effect.permitUntilRevoked : effect.permit
    case 'approvalForAll':
      return values['approved'] === 'false' ? effect.approvalForAllOff : effect.approvalForAll
    case 'order':
      if (yes(values, 'picked')) return effect.orderPicked
      return has(values, 'to') ? effect.orderTo : effect.order
    case 'swap':
      return has(values, 'to') ? effect.swapTo : effect.swap
    case 'pay':
      return has(values, 'to') ? effect.pay : effect.payAnyone
    case 'call':
      if (yes(values, 'delegated')) return has(values, 'account') ? effect.callDelegatedFor : effect.callDelegated
      if (has(values, 'function') && (has(values, 'amount') || has(values, 'unlimited'))) return effect.callNamedWith
      if (has(values, 'function')) return isZero(values['value']) ? effect.callNamed : effect.callNamedValue
      return isZero(values['value']) ? effect.call : effect.callValue
    case 'deploy':
      return isZero(values['value']) ? effect.deploy : effect.deployValue
    case 'delegation':
      if (!has(values, 'what')) return effect.delegation
      return has(values, 'delegate') ? effect.authority : effect.authorityGone
    case 'grant':
      if (has(values, 'token')) return effect.grantToken
      return has(values, 'function') ? effect.grantCall : effect.grantSend
    case 'grantLimit':
      if (isZero(values['amount'])) return effect.grantNothing
      return has(values, 'period') ? effect.grantEach : effect.grantInAll
    case 'name':
      return nameSentence(values, t)
    case 'typedData':
      return has(values, 'name') ? effect.typedData : fill(effect.typedData, { name: '{primaryType}' })
    case 'program':
      return has(values, 'instruction') ? effect.program : effect.programUnknown
    default:
      return effect[kind]
  }
}

function nameSentence(values: Values, { effect }: Messages): string {
  switch (values['action']) {
    case 'attributes':
      return effect.nameTexts
    case 'address':
      return has(values, 'address') ? effect.nameAddress : effect.nameAddressGone
    case 'transfer':
      return effect.nameTransfer
    case 'accept':
      return effect.nameAccept
    case 'renew':
      return effect.nameRenew
    case 'release':
      return effect.nameRelease
    default:
      return effect.nameRegister
  }
}

const isZero = (amount: string | undefined) => amount === undefined || /^0*(?:\.0*)?$/.test(amount)

/** An amount with its symbol; `taken` learns which values are in it. */
function amountOf(kind: Effect['kind'], values: Values, t: Messages, write: (decimal: string) => string, taken: Set<string>): string {
  for (const name of ['amount', 'symbol', 'tokenId', 'units', 'unlimited', ...(kind === 'call' || kind === 'deploy' ? ['value'] : [])])
    taken.add(name)
  const symbol = values['symbol'] ?? ''
  const { amount } = t
  if (yes(values, 'unlimited')) return symbol ? fill(amount.unlimited, { symbol }) : amount.unlimitedUnknown
  if (has(values, 'tokenId')) {
    const item = fill(symbol ? amount.nft : amount.nftUnknown, { symbol, tokenId: values['tokenId'] ?? '' })
    return isZero(values['amount']) || values['amount'] === '1' ? item : `${write(values['amount'] ?? '')} × ${item}`
  }
  const number = write(values['amount'] ?? values['value'] ?? '')
  if (values['units'] === 'smallest') return fill(amount.smallest, { amount: number, symbol: symbol || amount.unknownToken })
  return `${number} ${symbol || amount.unknownToken}`
}

type Warning = RequestView['warnings'][number]

export interface SaidWarning {
  readonly title: string
  readonly sentence: string
  readonly parts: Readonly<Record<string, Shown>>
  readonly grave: boolean
}

/** A warning in words. `grave`: rejecting is the safe answer, and approving needs a tick first. */
export function sayWarning({ kind, values = {} }: Warning, t: Messages): SaidWarning {
  const reason = values['reason']
  const { warning } = t
  const chosen =
    kind === 'unverifiedContract'
      ? reason === 'noCode'
        ? 'noCode'
        : reason === 'account'
          ? 'plainAccount'
          : reason === 'imitation'
            ? 'imitation'
            : kind
      : kind === 'delegation' && reason === 'authority'
        ? 'authority'
        : kind
  const [title = '', text = ''] = warning[chosen]
  const parts = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shownAs(name, value)]))
  return { title, sentence: text, parts, grave: graveWarnings.includes(chosen) }
}

const graveWarnings: readonly (keyof Messages['warning'])[] = [
  'lookAlike',
  'noCode',
  'plainAccount',
  'imitation',
  'delegation',
  'authority',
  'approvalForAll',
  'unreadable',
  'blindMessage',
]
