import { type Address, type Hex, zeroAddress } from 'viem'
import { getAddress, isAddress, isHex, numberToHex } from 'viem/utils'
import { actionsBy, decodeExecution } from './accounts.js'
import { type Action, type OrderItem, permit2End } from './action.js'
import { decodeCall } from './calls.js'
import { readArguments } from './readArguments.js'
import { isList, isStruct, type TypedData, type TypedStruct, type TypedValue } from './typedData.js'

/** A field that a decoder asks for is not there, or of another kind: the message is another one. */
class OtherShape extends Error {}
const other = (): never => {
  throw new OtherShape()
}

/** The fields of a struct by name and kind. Each throws {@link OtherShape} for what is not there. */
function reader(struct: TypedStruct) {
  const at = (name: string): TypedValue => (Object.hasOwn(struct, name) ? (struct[name] ?? other()) : other())
  const number = (value: TypedValue): bigint => (typeof value === 'bigint' ? value : other())
  const record = (value: TypedValue): TypedStruct => (isStruct(value) ? value : other())
  return {
    address: (name: string): Address => {
      const value = at(name)
      return typeof value === 'string' && isAddress(value, { strict: false }) ? getAddress(value) : other()
    },
    units: (name: string): bigint => number(at(name)),
    numbers: (name: string): readonly bigint[] => {
      const value = at(name)
      return isList(value) ? value.map(number) : other()
    },
    flag: (name: string): boolean => {
      const value = at(name)
      return typeof value === 'boolean' ? value : other()
    },
    bytes: (name: string): Hex => {
      const value = at(name)
      return isHex(value) ? value : other()
    },
    /** One struct, or a list of them, in lists of any depth. */
    structs: (name: string): readonly TypedStruct[] => flat(at(name)).map(record),
  }
}
type Reader = ReturnType<typeof reader>

const flat = (value: TypedValue): readonly TypedValue[] => (isList(value) ? value.flatMap(flat) : [value])

interface Signed {
  readonly data: TypedData
  readonly message: Reader
  /** The contract that the domain names. */
  readonly contract: () => Address
}

/** What a typed message allows, when it is one of the known kinds; else undefined. Known by its shape, since its names are the site's. */
export function decodeTypedData(data: TypedData): readonly Action[] | undefined {
  const signed = { data, message: reader(data.message), contract: () => reader(data.domain).address('verifyingContract') }
  for (const decode of decoders) {
    try {
      const actions = decode(signed)
      if (actions.length > 0) return actions
    } catch (error) {
      if (!(error instanceof OtherShape)) throw error
    }
  }
  return undefined
}

/** Words of messages that give something away. An unknown message with one of them is never harmless. */
const grave = /permit|approv|order|allowance|delegat|transfer|authori[sz]ation|bid|listing|sell|withdraw|operator|spender|session/i

/** Whether an unknown message gives a permission, by its own names, or is bytes alone: the hash of anything, such as of many orders. */
export const soundsGrave = ({ primaryType, types }: TypedData): boolean => {
  const seen = new Set<string>()
  const isBytes = (type: string): boolean => {
    const [name = ''] = type.split('[')
    const fields = Object.hasOwn(types, name) ? types[name] : undefined
    if (!fields) return name.startsWith('bytes')
    return seen.has(name) || (seen.add(name) && fields.every((field) => isBytes(field.type)))
  }
  return (
    grave.test(primaryType) || Object.values(types).some((fields) => fields.some(({ name }) => grave.test(name))) || isBytes(primaryType)
  )
}

type Decoder = (signed: Signed) => readonly Action[]

/** ERC-2612: owner, spender, value, nonce, deadline. */
const erc2612: Decoder = ({ message, contract }) => {
  message.units('nonce')
  const { address, units } = message
  return [
    {
      kind: 'permit',
      token: contract(),
      owner: address('owner'),
      spender: address('spender'),
      amount: units('value'),
      until: units('deadline'),
    },
  ]
}

/** DAI: holder, spender, nonce, expiry (0 is never), allowed. */
const daiPermit: Decoder = ({ message: { address, units, flag }, contract }) => {
  const expiry = units('expiry')
  const amount = flag('allowed') ? 'unlimited' : 0n
  return [
    {
      kind: 'permit',
      token: contract(),
      owner: address('holder'),
      spender: address('spender'),
      amount,
      ...(expiry > 0n && { until: expiry }),
    },
  ]
}

/** ERC-4494: spender, tokenId, nonce, deadline. The amount is the id of the NFT. */
const nftPermit: Decoder = ({ message: { address, units }, contract }) => [
  { kind: 'permit', token: contract(), spender: address('spender'), amount: units('tokenId'), until: units('deadline') },
]

/** ERC-3009 TransferWithAuthorization and ReceiveWithAuthorization: from, to, value, validAfter, validBefore, nonce. */
const erc3009: Decoder = ({ message: { address, units }, contract }) => {
  units('validAfter')
  return [
    {
      kind: 'permit',
      token: contract(),
      owner: address('from'),
      spender: address('to'),
      amount: units('value'),
      until: units('validBefore'),
    },
  ]
}

/** Permit2 PermitSingle and PermitBatch: details of token, amount, expiration and nonce, for one spender. */
const permit2Allowance: Decoder = ({ message: { address, units, structs } }) => {
  units('sigDeadline')
  const spender = address('spender')
  return structs('details').map((details) => {
    const each = reader(details)
    const until = permit2End(each.units('expiration'))
    return { kind: 'permit', token: each.address('token'), spender, amount: each.units('amount'), until }
  })
}

/** Permit2 PermitTransferFrom, of one token or a batch, with or without a witness. */
const permit2Transfer: Decoder = ({ message: { address, units, structs } }) => {
  const [spender, until] = [address('spender'), units('deadline')]
  return structs('permitted').map((permitted) => {
    const each = reader(permitted)
    return { kind: 'permit', token: each.address('token'), spender, amount: each.units('amount'), until }
  })
}

/** How 0x writes the native currency. */
const coins = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

/** 0x's gasless swaps: PermitWitnessTransferFrom, whose witness is what comes out at the least, and for whom. */
const zeroExTrade: Decoder = (signed) => {
  const { address, units, structs } = signed.message
  const [[permitted], [swap]] = [structs('permitted').map(reader), structs('slippageAndActions').map(reader)]
  if (!permitted || !swap) return other()
  const bought = swap.address('buyToken')
  return [
    ...permit2Transfer(signed),
    {
      kind: 'swap',
      router: address('spender'),
      gives: { token: permitted.address('token'), amount: permitted.units('amount') },
      gets: { amount: swap.units('minAmountOut'), ...(bought !== coins && { token: bought }) },
      to: swap.address('recipient'),
      until: units('deadline'),
    },
  ]
}

const item = (token: Address, amount: bigint, tokenId?: bigint): OrderItem => ({
  ...(token !== zeroAddress && { token }),
  amount,
  ...(tokenId !== undefined && { tokenId }),
})

/** Seaport: item types 2 and 3 are NFTs, 4 and 5 are those that the other side picks. What is given counts at its most, what is got at its least. */
function seaportItem(struct: TypedStruct, pick: (a: bigint, b: bigint) => bigint): OrderItem {
  const { address, units } = reader(struct)
  const [type, amount] = [units('itemType'), pick(units('startAmount'), units('endAmount'))]
  if (type > 5n) return other()
  // With criteria it is any item of the collection, or any of a list whose hash this is.
  if (type >= 4n) return { ...item(address('token'), amount), picked: true }
  return item(address('token'), amount, type >= 2n ? units('identifierOrCriteria') : undefined)
}

function seaportOrder(struct: TypedStruct): Action {
  const { address, units, structs } = reader(struct)
  const offerer = address('offerer')
  const own = structs('consideration').filter((each) => reader(each).address('recipient') === offerer)
  return {
    kind: 'order',
    protocol: 'Seaport',
    gives: structs('offer').map((each) => seaportItem(each, (a, b) => (a > b ? a : b))),
    gets: own.map((each) => seaportItem(each, (a, b) => (a < b ? a : b))),
    until: units('endTime'),
  }
}

const seaport: Decoder = ({ data }) => [seaportOrder(data.message)]
/** Seaport BulkOrder: a tree of orders, of which empty ones fill the rest. */
const seaportBulk: Decoder = ({ message }) =>
  message
    .structs('tree')
    .filter((order) => reader(order).address('offerer') !== zeroAddress)
    .map(seaportOrder)

/** CoW Protocol. */
const cow: Decoder = ({ message: { address, units } }) => [
  {
    kind: 'order',
    protocol: 'CoW Protocol',
    gives: [item(address('sellToken'), units('sellAmount') + units('feeAmount'))],
    gets: [item(address('buyToken'), units('buyAmount'))],
    to: address('receiver'),
    until: units('validTo'),
  },
]

/** In the traits of 1inch: an extension, which is not in the order, may have a contract say at the end what is got. Older orders have that in them. */
const hasExtension = 2n ** 249n

/** 1inch limit orders. Their time is packed into traits. */
const oneInch: Decoder = ({ message: { address, units } }) =>
  units('makerTraits') & hasExtension
    ? other()
    : [
        {
          kind: 'order',
          protocol: '1inch',
          gives: [item(address('makerAsset'), units('makingAmount'))],
          gets: [item(address('takerAsset'), units('takingAmount'))],
          to: address('receiver'),
        },
      ]

/** 0x limit and RFQ orders. */
const zeroEx: Decoder = ({ message: { address, units } }) => [
  {
    kind: 'order',
    protocol: '0x',
    gives: [item(address('makerToken'), units('makerAmount'))],
    gets: [item(address('takerToken'), units('takerAmount'))],
    until: units('expiry'),
  },
]

/** Blur: side 0 buys, 1 sells. Who sells gets the price less fees, in hundredths of a percent, for whomever the order names. */
const blur: Decoder = ({ data, message: { address, units, structs } }) => {
  const nft = item(address('collection'), units('amount'), units('tokenId'))
  const sells = units('side') === 1n
  const whole = units('price')
  const fees = sells && Object.hasOwn(data.message, 'fees') ? structs('fees') : []
  const left = fees.reduce((rest, fee) => rest - (whole * reader(fee).units('rate')) / 10_000n, whole)
  const price = item(address('paymentToken'), left > 0n ? left : 0n)
  return [{ kind: 'order', protocol: 'Blur', gives: [sells ? nft : price], gets: [sells ? price : nft], until: units('expirationTime') }]
}

/** LooksRare: quote type 0 buys, 1 sells. Any strategy but the first decides itself which items, and for how much. */
const looksRare: Decoder = ({ message: { address, units, numbers } }) => {
  if (units('strategyId') > 0n) return other()
  const [collection, amounts] = [address('collection'), numbers('amounts')]
  const nfts = numbers('itemIds').map((tokenId, index) => item(collection, amounts[index] ?? other(), tokenId))
  const price = [item(address('currency'), units('price'))]
  const sells = units('quoteType') === 1n
  return [{ kind: 'order', protocol: 'LooksRare', gives: sells ? nfts : price, gets: sells ? price : nfts, until: units('endTime') }]
}

/** What carrying a signed message out costs the account: gas at a price, in coins or in a token, for whoever is named or comes. */
function payment(
  account: Address,
  gas: bigint,
  price: bigint,
  { token = zeroAddress, to = zeroAddress }: { readonly token?: Address; readonly to?: Address },
): readonly Action[] {
  if (gas * price === 0n) return []
  return [{ kind: 'pay', amount: gas * price, by: account, ...(token !== zeroAddress && { token }), ...(to !== zeroAddress && { to }) }]
}

/** Safe measures around its call, which costs this much at the most beside what `safeTxGas` lets it use. */
const callingGas = 100_000n

/** Safe: the transaction of a shared account. Operation 1 runs code of somebody else in its place. Gas at a price is paid back from it. */
const safe: Decoder = ({ message: { address, units, bytes }, contract }) => {
  const account = contract()
  const call = { to: address('to'), data: bytes('data'), value: units('value'), delegated: units('operation') !== 0n }
  const refund = payment(account, units('safeTxGas') + units('baseGas') + callingGas, units('gasPrice'), {
    token: address('gasToken'),
    to: address('refundReceiver'),
  })
  const actions = actionsBy(account, call)
  // Where nothing else happens, what is paid is what it is about.
  const isNothing = actions.every((action) => action.kind === 'native' && action.amount === 0n)
  return isNothing ? [...refund, ...actions] : [...actions, ...refund]
}

/** What a user operation does: a call of the account's own, or one that cannot be read. */
const operated = (account: Address, data: Hex): readonly Action[] =>
  data === '0x'
    ? []
    : (decodeExecution(account, data) ?? [{ kind: 'call', to: account, selector: data.slice(0, 10) as Hex, value: 0n, by: account }]) // a prefix of hex is hex

/** Safe's module for ERC-4337. Without a paymaster the account pays. */
const safeOperation: Decoder = ({ message: { address, units, bytes } }) => {
  const account = address('safe')
  const gas = units('verificationGasLimit') + units('callGasLimit') + units('preVerificationGas')
  const pays = bytes('paymasterAndData') === '0x' ? payment(account, gas, units('maxFeePerGas'), { to: address('entryPoint') }) : []
  return [...operated(account, bytes('callData')), ...pays]
}

/** ERC-4337's operation, as its entry point has it signed. Limits and fees are two halves of a word. */
const userOperation: Decoder = ({ message: { address, units, bytes }, contract }) => {
  const account = address('sender')
  const halves = (name: string): readonly [bigint, bigint] => {
    const word = BigInt(bytes(name))
    return [word >> 128n, word & (2n ** 128n - 1n)]
  }
  const [verification, call] = halves('accountGasLimits')
  const [, price] = halves('gasFees')
  const gas = verification + call + units('preVerificationGas')
  const pays = bytes('paymasterAndData') === '0x' ? payment(account, gas, price, { to: contract() }) : []
  return [...operated(account, bytes('callData')), ...pays]
}

/** ERC-2771 forwarders: a call that somebody else sends. */
const forward: Decoder = ({ message: { address, units, bytes } }) => {
  address('from')
  units('gas')
  return decodeCall(address('to'), bytes('data'), units('value'))
}

/** MetaTransaction, as bridged tokens have it: a call of the contract itself. */
const metaTransaction: Decoder = ({ message: { address, bytes }, contract }) => {
  address('from')
  return decodeCall(contract(), bytes('functionSignature'), 0n)
}

/** Chains of ZK Stack sign their transactions as typed data, addresses as numbers. */
const zkTransaction: Decoder = ({ message: { units, bytes } }) => {
  units('txType')
  const addressOf = (value: bigint) => (value < 2n ** 160n ? getAddress(numberToHex(value, { size: 20 })) : other())
  const [paymaster, input] = [units('paymaster'), bytes('paymasterInput')]
  const asked = paymaster === 0n ? [] : paymasterTakes(addressOf(paymaster), input)
  return [...asked, ...decodeCall(addressOf(units('to')), bytes('data'), units('value'))]
}

/** What an account lets a paymaster have before its call: by `approvalBased`, of which only these two are read, so much of a token. */
function paymasterTakes(spender: Address, input: Hex): readonly Action[] {
  if (input.startsWith('0x8c5a3445')) return []
  const asked = input.startsWith('0x949431dc') ? readArguments([{ type: 'address' }, { type: 'uint256' }], input) : undefined
  if (!asked) return [{ kind: 'call', to: spender, selector: input.slice(0, 10) as Hex, value: 0n }] // a prefix of hex is hex
  return [{ kind: 'approve', token: asked[0], spender, amount: asked[1] }]
}

/** ERC-7710: a delegate may act for the account, within caveats that only code can read. */
const delegation: Decoder = ({ message: { address, bytes } }) => {
  bytes('authority')
  return [{ kind: 'delegation', delegate: address('delegate'), account: address('delegator') }]
}

const decoders: readonly Decoder[] = [
  erc2612,
  daiPermit,
  nftPermit,
  erc3009,
  permit2Allowance,
  zeroExTrade,
  permit2Transfer,
  seaport,
  seaportBulk,
  cow,
  oneInch,
  zeroEx,
  blur,
  looksRare,
  safe,
  safeOperation,
  userOperation,
  forward,
  metaTransaction,
  zkTransaction,
  delegation,
]
