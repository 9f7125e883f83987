import { toDecimal } from '@portico/core'
import type { Address } from 'viem'
import { getAddress } from 'viem/utils'
import type { Effect, FrameNetwork } from '../../types.js'
import { recipientFinding } from '../addresses.js'
import { isLargeCoin, isLargeToken } from '../limits.js'
import { type Finding, join, type PrepareContext, type Risk, type Warning, warning } from '../types.js'
import { type Action, type End, type OrderItem, wellKnownName } from './action.js'
import type { ChainReader, TokenFacts } from './tokens.js'

/** A token, and what it says of itself. */
interface TokenOf {
  readonly token: string
  readonly facts: TokenFacts
}

export interface Describer {
  readonly network: FrameNetwork
  readonly context: PrepareContext
  readonly chain: ChainReader
}

/**
 * Says what actions come to, in the values of the approval's sentences:
 * - `send`: amount, symbol, to, and of a token `token`; `from` where it is somebody else's; of an NFT `tokenId`
 * - `approve`, `permit`: amount (`unlimited` is 'true' and amount empty where there is no limit), symbol, token, spender; `until` (ISO 8601, or 'block' for the one that it is given in), `owner`,
 *   `added` 'true' where it comes on top; of an NFT `tokenId`
 * - `approvalForAll`: collection, symbol, operator, approved 'true' or 'false'
 * - `order`: protocol, gives, gets ('1.5 USDC + 1 ETH'), `to`, `until`, `picked` 'true' where the other side picks the items
 * - `swap`: gives, gets at the least, contract, `to` where somebody else gets it, `until`
 * - `mint`: amount, symbol, token, to
 * - `pay`: amount, symbol, to (nobody in particular where it is missing)
 * - `delegation`: delegate, `account`, and of a shared account `what`
 * - `call`: to, value, symbol; `function` and its arguments by their names, or selector, `contract` (a well-known name), `delegated` 'true'
 * - `deploy`: size in bytes, value, symbol
 * `account`, of a payment `from`, of a permission `owner`, is the account that does it, where it is not the one that signs.
 * `unverified` is 'true' wherever symbol and decimals are what the contract says of itself, `units` is 'smallest' where the
 * decimals are not known, `mixedScript` 'true' where a symbol mixes alphabets.
 */
export async function describe(actions: readonly Action[], describer: Describer): Promise<Finding> {
  return join(await Promise.all(actions.map((action) => describeOne(action, describer))))
}

const yes = 'true'

async function describeOne(action: Action, describer: Describer): Promise<Finding> {
  const { network, context, chain } = describer
  const { decimals, symbol } = network.nativeCurrency
  const coins = (amount: bigint) => ({ amount: toDecimal(amount, decimals), symbol })
  const own = context.addresses.eip155
  // Somebody else does it, and has what it costs.
  const by = action.by === own ? undefined : action.by
  const account = by && { account: by }
  switch (action.kind) {
    case 'native': {
      const recipient = recipientFinding(action.to, context)
      // Coins that go to a contract make it run, and few who are new are contracts.
      const isContract = recipient.warnings.length > 0 && ((await chain.code(action.to)) ?? '0x') !== '0x'
      const contract = isContract ? [saying('caution', warning('unverifiedContract', { address: action.to, reason: 'contract' }))] : []
      const effect = found('send', { ...coins(action.amount), to: action.to, ...(by && { from: by }) })
      return join([effect, recipient, ...contract, large(describer, action.amount)])
    }
    case 'transfer': {
      const facts = await chain.token(action.token)
      const from = action.from ?? by
      const effect = { ...shown(action.amount, action.token, facts), to: action.to, ...(from && from !== own && { from }) }
      const bad = await missing(chain, action.token)
      const taken = othersFinding(from, action.to, own)
      return join([
        found('send', effect),
        recipientFinding(action.to, context),
        large(describer, action.amount, { token: action.token, facts }),
        bad,
        taken,
      ])
    }
    case 'nft': {
      const facts = await chain.token(action.collection)
      const { from, to, tokenId, amount, collection } = action
      const effect = {
        amount: String(amount),
        tokenId: String(tokenId),
        ...tokenSymbol(facts),
        token: collection,
        to,
        ...(from !== own && { from }),
      }
      return join([found('send', effect), recipientFinding(to, context), await missing(chain, collection), othersFinding(from, to, own)])
    }
    case 'approve': {
      const facts = await chain.token(action.token)
      const unlimited = isUnlimited(action.amount, facts)
      const effect = {
        ...shown(unlimited ? 'unlimited' : action.amount, action.token, facts),
        spender: action.spender,
        ...(by && { owner: by }),
        ...(action.add && { added: yes }),
        ...(action.until !== undefined && { until: endOf(action.until) }),
      }
      const size = unlimited
        ? saying('risky', warning('unlimited', { spender: action.spender }))
        : large(describer, action.amount, { token: action.token, facts })
      const takesBack = action.amount === 0n && !facts.isNft
      const parts = takesBack ? [] : [size, await spenderFinding(describer, action.spender)]
      return join([found('approve', effect), ...parts, await missing(chain, action.token)])
    }
    case 'permit': {
      const facts = await chain.token(action.token)
      const unlimited = action.amount === 'unlimited' || isUnlimited(action.amount, facts)
      const effect = {
        ...shown(unlimited ? 'unlimited' : action.amount, action.token, facts),
        spender: action.spender,
        ...(action.owner && action.owner !== own && { owner: action.owner }),
        ...(action.until !== undefined && { until: endOf(action.until) }),
      }
      const limits = unlimited ? [warning('unlimited', { spender: action.spender })] : []
      const said = saying('risky', warning('permit', { spender: action.spender }), ...limits)
      return join([found('permit', effect), said, await spenderFinding(describer, action.spender), await missing(chain, action.token)])
    }
    case 'approvalForAll': {
      const { collection, operator, approved } = action
      const effect = found('approvalForAll', {
        collection,
        operator,
        approved: String(approved),
        ...tokenSymbol(await chain.token(collection)),
        ...account,
      })
      if (!approved) return effect
      return join([effect, saying('risky', warning('approvalForAll', { operator })), await spenderFinding(describer, operator)])
    }
    case 'order': {
      const say = async (items: readonly OrderItem[]) =>
        (await Promise.all(items.map((item) => orderItem(item, describer)))).join(' + ') || '0'
      const to = action.to !== undefined && BigInt(action.to) !== 0n && action.to !== own ? { to: action.to } : {}
      const until = action.until === undefined ? {} : { until: isoTime(action.until) }
      const picked = [...action.gives, ...action.gets].some((each) => each.picked) && { picked: yes }
      const effect = { protocol: action.protocol, gives: await say(action.gives), gets: await say(action.gets), ...to, ...until, ...picked }
      return join([found('order', effect), saying('risky', warning('order')), ...('to' in to ? [recipientFinding(to.to, context)] : [])])
    }
    case 'delegation': {
      const { delegate, account } = action
      return join([found('delegation', { delegate, ...(account && { account }) }), saying('risky', warning('delegation', { delegate }))])
    }
    case 'control': {
      const { account: shared, what, delegate } = action
      return join([found('delegation', { account: shared, what, delegate }), saying('risky', warning('delegation', { delegate }))])
    }
    case 'pay': {
      const { token } = action
      const asset = token === undefined ? undefined : { token, facts: await chain.token(token) }
      const amount = asset ? shown(action.amount, asset.token, asset.facts) : coins(action.amount)
      const effect = found('pay', { ...amount, ...(action.to && { to: action.to }), ...account })
      return join([effect, large(describer, action.amount, asset)])
    }
    case 'mint': {
      const facts = await chain.token(action.token)
      const effect = found('mint', { ...shown(action.amount, action.token, facts), to: action.to, ...account })
      // For somebody else it takes a say over the token, which is worth more than any one of it.
      const other = action.to === (by ?? own) ? [] : [recipientFinding(action.to, context), saying('risky')]
      return join([effect, await contractFinding(describer, action.token), ...other])
    }
    case 'swap': {
      const { router, gives, gets, to, until } = action
      const receiver = by ?? own
      const isWrapped = action.coins && (await wrappedBy(chain, router)) === gives.token
      const effect = found('swap', {
        gives: await orderItem(isWrapped ? { amount: gives.amount } : gives, describer),
        gets: await orderItem(gets, describer),
        contract: wellKnownName(router) ?? router,
        ...(to !== receiver && { to }),
        ...(until !== undefined && { until: isoTime(until) }),
        ...account,
      })
      const other = to === receiver ? [] : [recipientFinding(to, context), saying('risky')]
      const beside = action.coins && !isWrapped ? [await describeOne({ kind: 'native', to: router, amount: gives.amount }, describer)] : []
      return join([effect, await contractFinding(describer, router), ...other, ...beside])
    }
    case 'function': {
      const { to, name, values, value, grave } = action
      const effect = found('call', { ...(await quantityOf(action, describer)), function: name, to, ...account })
      // What goes to somebody else than the one who asks is for a closer look.
      const others = ['receiver', 'owner', 'account'].flatMap((each) => values[each] ?? []).filter((each) => each !== (by ?? own))
      const risk = saying(grave || others.length > 0 ? 'risky' : 'normal')
      return join([
        effect,
        risk,
        large(describer, value),
        await contractFinding(describer, to),
        ...others.map((each) => recipientFinding(each, context)),
      ])
    }
    case 'call': {
      const { to, selector, value, delegated } = action
      const name = wellKnownName(to)
      const { amount, ...unit } = coins(value)
      const effect = found('call', {
        to,
        selector,
        value: amount,
        ...unit,
        ...(name && { contract: name }),
        ...(delegated && { delegated: yes }),
        ...account,
      })
      const said = saying('risky', warning('unknownCall', { to, selector }))
      return join([effect, said, large(describer, value), await missing(chain, to)])
    }
    case 'deploy': {
      const { amount: value, symbol: unit } = coins(action.value)
      const effect = found('deploy', { size: String(action.size), value, symbol: unit })
      return join([effect, saying('risky', warning('unknownCall')), large(describer, action.value)])
    }
  }
}

export const found = (kind: Effect['kind'], values: Readonly<Record<string, string>>): Finding => ({
  effects: [{ kind, values }],
  warnings: [],
  risk: 'normal',
})
export const saying = (risk: Risk, ...warnings: readonly Warning[]): Finding => ({ effects: [], warnings, risk })
const nothing = saying('normal')
const largeValue = saying('risky', warning('largeValue'))

/** What goes from one account to another, neither of which is this one, shows in no balance of it: it has been given a say over it. */
const othersFinding = (from: string | undefined, to: string, own: string): Finding =>
  from === undefined || from === own || to === own ? nothing : saying('risky')

export const tokenSymbol = ({ symbol, mixedScript }: TokenFacts): Record<string, string> => ({
  symbol: symbol ?? '',
  unverified: yes,
  ...(mixedScript && { mixedScript: yes }),
})

/** An amount of a token in the token's own terms; of an NFT its id. */
export function shown(amount: bigint | 'unlimited', token: string, facts: TokenFacts): Record<string, string> {
  const base = { ...tokenSymbol(facts), token }
  if (amount === 'unlimited') return { ...base, amount: '', unlimited: yes }
  if (facts.isNft) return { ...base, amount: '1', tokenId: String(amount) }
  return facts.decimals === undefined
    ? { ...base, amount: String(amount), units: 'smallest' }
    : { ...base, amount: toDecimal(amount, facts.decimals) }
}

/** More than anybody will ever have: from 2¹²⁸ on, all bits of 96 (as some tokens cap it), or as much as there is. */
export function isUnlimited(amount: bigint, { supply, isNft }: Pick<TokenFacts, 'supply' | 'isNft'>): boolean {
  if (isNft) return false
  return amount >= 2n ** 128n - 1n || amount === 2n ** 96n - 1n || (supply !== undefined && supply > 0n && amount >= supply)
}

/** Whether an amount, of a token or of coins, is above the limit from which a window of its own is asked for. */
export function large({ network, context }: Describer, amount: bigint, asset?: TokenOf): Finding {
  if (!asset) return isLargeCoin(network.id, amount, context) ? largeValue : nothing
  const { token, facts } = asset
  if (facts.isNft) return nothing
  // Nobody can say whether that is much.
  if (facts.decimals === undefined) return amount > 0n ? saying('caution') : nothing
  return isLargeToken(`${network.id}/erc20:${token.toLowerCase()}`, amount, facts.decimals, context) ? largeValue : nothing
}

/** A token or a contract that is not there: what looks like a call is none. */
export async function missing(chain: ChainReader, contract: string): Promise<Finding> {
  return (await chain.code(contract)) === '0x'
    ? saying('risky', warning('unverifiedContract', { address: contract, reason: 'noCode' }))
    : nothing
}

/** The arguments of a known function, with coins that go along, or an amount of a token in the token's own terms. */
async function quantityOf(
  { to, values, value }: Extract<Action, { kind: 'function' }>,
  { network, chain }: Describer,
): Promise<Readonly<Record<string, string>>> {
  const { decimals, symbol } = network.nativeCurrency
  if (value > 0n) return { ...values, value: toDecimal(value, decimals), symbol }
  const { token = to, quantity, shares, ...rest } = values
  const units = values['token'] === undefined ? shares : quantity
  if (units === undefined) return values
  const facts = await chain.token(token)
  // An amount of something that is no token is a number like any other.
  return facts.decimals === undefined ? values : { ...rest, ...shown(BigInt(units), token, facts) }
}

/** A contract that is called by a name that it may mean anything by. */
export async function contractFinding({ chain }: Describer, contract: string): Promise<Finding> {
  if (wellKnownName(contract) !== undefined) return nothing
  const bad = await missing(chain, contract)
  return bad.risk === 'risky' ? bad : saying('caution', warning('unverifiedContract', { address: contract, reason: 'contract' }))
}

/** Who may spend: a contract that is everywhere, another contract, or, as thieves have it, a plain account. */
async function spenderFinding({ chain, context }: Describer, spender: string): Promise<Finding> {
  if (wellKnownName(spender) !== undefined) return nothing
  const said = recipientFinding(spender, context)
  if (said.warnings.some(({ kind }) => kind === 'lookAlike')) return said
  const code = await chain.code(spender)
  if (code === '0x') return saying('risky', warning('unverifiedContract', { address: spender, reason: 'account' }))
  return saying('caution', warning('unverifiedContract', { address: spender, reason: code === undefined ? 'unknown' : 'contract' }))
}

/** A router's token for the native currency, by SwapRouter02's word for it. */
async function wrappedBy(chain: ChainReader, router: Address): Promise<Address | undefined> {
  const answer = await chain.call(router, '0x4aa4a4fc')
  return answer?.length === 66 && answer.startsWith(`0x${'0'.repeat(24)}`) ? getAddress(`0x${answer.slice(26)}`) : undefined
}

async function orderItem({ token, amount, tokenId, picked }: OrderItem, { network, chain }: Describer): Promise<string> {
  if (token === undefined) return `${toDecimal(amount, network.nativeCurrency.decimals)} ${network.nativeCurrency.symbol}`
  const facts = await chain.token(token)
  const name = `${facts.symbol ? `${facts.symbol} ` : ''}(${token})`
  if (tokenId !== undefined) return `${amount} × ${name} #${tokenId}`
  if (picked) return `${amount} × ${name}`
  return facts.decimals === undefined ? `${amount} smallest units ${name}` : `${toDecimal(amount, facts.decimals)} ${name}`
}

const endOf = (end: End): string => (end === 'block' ? end : isoTime(end))

/** Seconds since 1970 as a date, or the number itself where it is beyond all dates. */
export function isoTime(seconds: bigint): string {
  return seconds <= 253_402_300_799n ? new Date(Number(seconds) * 1000).toISOString().replace('.000Z', 'Z') : String(seconds)
}
