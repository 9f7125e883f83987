import { type Address, encodeFunctionData, type Hex, maxUint256, parseAbi, zeroAddress } from 'viem'
import { own } from '../kit.test.helper.js'
import { type Action, permit2, seaports } from './action.js'

export const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
export const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
export const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
export const apes = '0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D'
export const router = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'
export const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const seaport = seaports[3] ?? zeroAddress
export const zero32: Hex = `0x${'00'.repeat(32)}`
export const until = 1_800_000_000

type Fields = readonly (readonly [name: string, type: string])[]
const fields = (text: string): Fields => text.split(', ').map((each) => [each.split(' ')[1] ?? '', each.split(' ')[0] ?? ''])

/** Typed data as a site sends it: `types` by their members, `type name, type name`. */
export function typed(
  primaryType: string,
  types: Readonly<Record<string, string>>,
  domain: Readonly<Record<string, unknown>>,
  message: Readonly<Record<string, unknown>>,
) {
  const domainTypes = { name: 'string', version: 'string', chainId: 'uint256', verifyingContract: 'address', salt: 'bytes32' } as const
  const listed = Object.entries(domainTypes).filter(([name]) => name in domain)
  return {
    types: {
      EIP712Domain: listed.map(([name, type]) => ({ name, type })),
      ...Object.fromEntries(
        Object.entries(types).map(([name, members]) => [name, fields(members).map(([field, type]) => ({ name: field, type }))]),
      ),
    },
    domain,
    primaryType,
    message,
  }
}

const usdcDomain = { name: 'USD Coin', version: '2', chainId: 1, verifyingContract: usdc }
const permitTypes = { Permit: 'address owner, address spender, uint256 value, uint256 nonce, uint256 deadline' }
export const permit = (changes: Readonly<Record<string, unknown>> = {}, domain: Readonly<Record<string, unknown>> = usdcDomain) =>
  typed('Permit', permitTypes, domain, { owner: own, spender: router, value: '1000000', nonce: 0, deadline: until, ...changes })

export const daiTypes = { Permit: 'address holder, address spender, uint256 nonce, uint256 expiry, bool allowed' }
const daiDomain = { name: 'Dai Stablecoin', version: '1', chainId: 1, verifyingContract: dai }
export const permit2Domain = { name: 'Permit2', chainId: 1, verifyingContract: permit2 }
export const details = 'address token, uint160 amount, uint48 expiration, uint48 nonce'
const permissions = 'address token, uint256 amount'
const one = { token: usdc, amount: '5000000', expiration: until, nonce: 0 }
const two = { token: dai, amount: String(2n ** 160n - 1n), expiration: until, nonce: 1 }

export const orderTypes = {
  OrderComponents:
    'address offerer, address zone, OfferItem[] offer, ConsiderationItem[] consideration, uint8 orderType, uint256 startTime, uint256 endTime, bytes32 zoneHash, uint256 salt, bytes32 conduitKey, uint256 counter',
  OfferItem: 'uint8 itemType, address token, uint256 identifierOrCriteria, uint256 startAmount, uint256 endAmount',
  ConsiderationItem:
    'uint8 itemType, address token, uint256 identifierOrCriteria, uint256 startAmount, uint256 endAmount, address recipient',
}
export const seaportDomain = { name: 'Seaport', version: '1.6', chainId: 1, verifyingContract: seaport }
export const order = (changes: Readonly<Record<string, unknown>> = {}) => ({
  offerer: own,
  zone: zeroAddress,
  offer: [{ itemType: 2, token: apes, identifierOrCriteria: '42', startAmount: '1', endAmount: '1' }],
  consideration: [
    { itemType: 0, token: zeroAddress, identifierOrCriteria: '0', startAmount: '975', endAmount: '970', recipient: own },
    { itemType: 0, token: zeroAddress, identifierOrCriteria: '0', startAmount: '25', endAmount: '25', recipient: alice },
  ],
  orderType: 0,
  startTime: '1700000000',
  endTime: String(until),
  zoneHash: zero32,
  salt: '1',
  conduitKey: zero32,
  counter: '0',
  ...changes,
})
const empty = order({ offerer: zeroAddress, offer: [], consideration: [] })
const listed: Extract<Action, { kind: 'order' }> = {
  kind: 'order',
  protocol: 'Seaport',
  gives: [{ token: apes, amount: 1n, tokenId: 42n }],
  gets: [{ amount: 970n }],
  until: BigInt(until),
}

const cowTypes = {
  Order:
    'address sellToken, address buyToken, address receiver, uint256 sellAmount, uint256 buyAmount, uint32 validTo, bytes32 appData, uint256 feeAmount, string kind, bool partiallyFillable, string sellTokenBalance, string buyTokenBalance',
}
export const cow = (changes: Readonly<Record<string, unknown>> = {}) =>
  typed(
    'Order',
    cowTypes,
    { name: 'Gnosis Protocol', version: 'v2', chainId: 1, verifyingContract: '0x9008D19f58AAbD9eD0D60971565AA8510560ab41' },
    {
      sellToken: usdc,
      buyToken: weth,
      receiver: own,
      sellAmount: '1000',
      buyAmount: '7',
      validTo: until,
      appData: zero32,
      feeAmount: '3',
      kind: 'sell',
      partiallyFillable: false,
      sellTokenBalance: 'erc20',
      buyTokenBalance: 'erc20',
      ...changes,
    },
  )

const oneInchDomain = {
  name: '1inch Aggregation Router',
  version: '6',
  chainId: 1,
  verifyingContract: '0x111111125421cA6dc452d289314280a0f8842A65',
}
const oneInchTypes = {
  Order:
    'uint256 salt, address maker, address receiver, address makerAsset, address takerAsset, uint256 makingAmount, uint256 takingAmount, uint256 makerTraits',
}
const zeroExTypes = {
  LimitOrder:
    'address makerToken, address takerToken, uint128 makerAmount, uint128 takerAmount, uint128 takerTokenFeeAmount, address maker, address taker, address sender, address feeRecipient, bytes32 pool, uint64 expiry, uint256 salt',
}
const rfqTypes = {
  RfqOrder:
    'address makerToken, address takerToken, uint128 makerAmount, uint128 takerAmount, address maker, address taker, address txOrigin, bytes32 pool, uint64 expiry, uint256 salt',
}
const blurTypes = {
  Order:
    'address trader, uint8 side, address matchingPolicy, address collection, uint256 tokenId, uint256 amount, address paymentToken, uint256 price, uint256 listingTime, uint256 expirationTime, uint256 salt, bytes extraParams',
}
const blur = (side: number) =>
  typed(
    'Order',
    blurTypes,
    { name: 'Blur Exchange', version: '1.0', chainId: 1, verifyingContract: '0x000000000000Ad05Ccc4F10045630fb830B95127' },
    {
      trader: own,
      side,
      matchingPolicy: alice,
      collection: apes,
      tokenId: 7,
      amount: 1,
      paymentToken: weth,
      price: '500',
      listingTime: 1,
      expirationTime: until,
      salt: 1,
      extraParams: '0x',
    },
  )
const looksTypes = {
  Maker:
    'uint8 quoteType, uint256 globalNonce, uint256 subsetNonce, uint256 orderNonce, uint256 strategyId, uint8 collectionType, address collection, address currency, address signer, uint256 startTime, uint256 endTime, uint256 price, uint256[] itemIds, uint256[] amounts, bytes additionalParameters',
}
export const looks = (quoteType: number, strategyId = 0) =>
  typed(
    'Maker',
    looksTypes,
    { name: 'LooksRareProtocol', version: '2', chainId: 1, verifyingContract: '0x0000000000E655fAe4d56241588680F86E3b2377' },
    {
      quoteType,
      globalNonce: 0,
      subsetNonce: 0,
      orderNonce: 0,
      strategyId,
      collectionType: 0,
      collection: apes,
      currency: weth,
      signer: own,
      startTime: 0,
      endTime: until,
      price: '900',
      itemIds: [7, 8],
      amounts: [1, 2],
      additionalParameters: '0x',
    },
  )

const abi = parseAbi(['function approve(address spender, uint256 amount)', 'function setApprovalForAll(address operator, bool approved)'])
const approve = encodeFunctionData({ abi, functionName: 'approve', args: [router, maxUint256] })
const approvedUsdc: Action = { kind: 'approve', token: usdc, spender: router, amount: maxUint256 }
const safeTypes = {
  SafeTx:
    'address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, uint256 nonce',
}
export const safeTx = (changes: Readonly<Record<string, unknown>> = {}) =>
  typed(
    'SafeTx',
    safeTypes,
    { chainId: 1, verifyingContract: alice },
    {
      to: usdc,
      value: 0,
      data: approve,
      operation: 0,
      safeTxGas: 0,
      baseGas: 0,
      gasPrice: 0,
      gasToken: zeroAddress,
      refundReceiver: zeroAddress,
      nonce: 3,
      ...changes,
    },
  )
const forwardTypes = { ForwardRequest: 'address from, address to, uint256 value, uint256 gas, uint256 nonce, bytes data' }
const metaTypes = { MetaTransaction: 'uint256 nonce, address from, bytes functionSignature' }
const zkTypes = {
  Transaction:
    'uint256 txType, uint256 from, uint256 to, uint256 gasLimit, uint256 gasPerPubdataByteLimit, uint256 maxFeePerGas, uint256 maxPriorityFeePerGas, uint256 paymaster, uint256 nonce, uint256 value, bytes data, bytes32[] factoryDeps, bytes paymasterInput',
}
export const zk = (changes: Readonly<Record<string, unknown>> = {}) =>
  typed(
    'Transaction',
    zkTypes,
    { name: 'zkSync', version: '2', chainId: 1 },
    {
      txType: 113,
      from: String(BigInt(own)),
      to: String(BigInt(usdc)),
      gasLimit: 1,
      gasPerPubdataByteLimit: 1,
      maxFeePerGas: 1,
      maxPriorityFeePerGas: 1,
      paymaster: 0,
      nonce: 1,
      value: 0,
      data: approve,
      factoryDeps: [],
      paymasterInput: '0x',
      ...changes,
    },
  )
const delegationTypes = {
  Delegation: 'address delegate, address delegator, bytes32 authority, Caveat[] caveats, uint256 salt',
  Caveat: 'address enforcer, bytes terms',
}
const authorization = 'address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce'
const transfer3009 = { from: own, to: alice, value: '250', validAfter: 0, validBefore: until, nonce: zero32 }
const sent3009: Action = { kind: 'permit', token: usdc, owner: own, spender: alice, amount: 250n, until: BigInt(until) }

const permitted = (spender: Address, amount: bigint, token: Address = usdc): Extract<Action, { kind: 'permit' }> => ({
  kind: 'permit',
  token,
  spender,
  amount,
  until: BigInt(until),
})

/** Typed messages as dapps send them, and what each allows (S15). */
export const typedFixtures: readonly (readonly [string, unknown, readonly Action[]])[] = [
  ['a permit of ERC-2612', permit(), [{ ...permitted(router, 1_000_000n), owner: own }]],
  ['one without a limit', permit({ value: maxUint256.toString() }), [{ ...permitted(router, maxUint256), owner: own }]],
  ['one with numbers in hex', permit({ value: '0xff' }), [{ ...permitted(router, 255n), owner: own }]],
  [
    'one that ends with time itself',
    permit({ deadline: maxUint256.toString() }),
    [{ ...permitted(router, 1_000_000n), owner: own, until: maxUint256 }],
  ],
  [
    "DAI's permit",
    typed('Permit', daiTypes, daiDomain, { holder: own, spender: router, nonce: 1, expiry: until, allowed: true }),
    [{ kind: 'permit', token: dai, owner: own, spender: router, amount: 'unlimited', until: BigInt(until) }],
  ],
  [
    "DAI's permit for ever",
    typed('Permit', daiTypes, daiDomain, { holder: own, spender: router, nonce: 1, expiry: 0, allowed: true }),
    [{ kind: 'permit', token: dai, owner: own, spender: router, amount: 'unlimited' }],
  ],
  [
    "DAI's permit taken back",
    typed('Permit', daiTypes, daiDomain, { holder: own, spender: router, nonce: 1, expiry: 0, allowed: false }),
    [{ kind: 'permit', token: dai, owner: own, spender: router, amount: 0n }],
  ],
  [
    'a permit of an NFT',
    typed(
      'Permit',
      { Permit: 'address spender, uint256 tokenId, uint256 nonce, uint256 deadline' },
      { name: 'Positions', version: '1', chainId: 1, verifyingContract: apes },
      { spender: router, tokenId: 9, nonce: 0, deadline: until },
    ),
    [permitted(router, 9n, apes)],
  ],
  [
    'TransferWithAuthorization',
    typed('TransferWithAuthorization', { TransferWithAuthorization: authorization }, usdcDomain, transfer3009),
    [sent3009],
  ],
  [
    'ReceiveWithAuthorization',
    typed('ReceiveWithAuthorization', { ReceiveWithAuthorization: authorization }, usdcDomain, transfer3009),
    [sent3009],
  ],
  [
    'PermitSingle',
    typed(
      'PermitSingle',
      { PermitSingle: 'PermitDetails details, address spender, uint256 sigDeadline', PermitDetails: details },
      permit2Domain,
      { details: one, spender: router, sigDeadline: until },
    ),
    [permitted(router, 5_000_000n)],
  ],
  [
    'PermitSingle, which counts in its own block alone',
    typed(
      'PermitSingle',
      { PermitSingle: 'PermitDetails details, address spender, uint256 sigDeadline', PermitDetails: details },
      permit2Domain,
      { details: { ...one, expiration: 0 }, spender: router, sigDeadline: until },
    ),
    [{ ...permitted(router, 5_000_000n), until: 'block' }],
  ],
  [
    'PermitBatch',
    typed(
      'PermitBatch',
      { PermitBatch: 'PermitDetails[] details, address spender, uint256 sigDeadline', PermitDetails: details },
      permit2Domain,
      { details: [one, two], spender: router, sigDeadline: until },
    ),
    [permitted(router, 5_000_000n), permitted(router, 2n ** 160n - 1n, dai)],
  ],
  [
    'PermitTransferFrom',
    typed(
      'PermitTransferFrom',
      { PermitTransferFrom: 'TokenPermissions permitted, address spender, uint256 nonce, uint256 deadline', TokenPermissions: permissions },
      permit2Domain,
      { permitted: { token: usdc, amount: 6 }, spender: router, nonce: 1, deadline: until },
    ),
    [permitted(router, 6n)],
  ],
  [
    'PermitBatchTransferFrom',
    typed(
      'PermitBatchTransferFrom',
      {
        PermitBatchTransferFrom: 'TokenPermissions[] permitted, address spender, uint256 nonce, uint256 deadline',
        TokenPermissions: permissions,
      },
      permit2Domain,
      {
        permitted: [
          { token: usdc, amount: 6 },
          { token: dai, amount: 7 },
        ],
        spender: router,
        nonce: 1,
        deadline: until,
      },
    ),
    [permitted(router, 6n), permitted(router, 7n, dai)],
  ],
  [
    'PermitWitnessTransferFrom',
    typed(
      'PermitWitnessTransferFrom',
      {
        PermitWitnessTransferFrom: 'TokenPermissions permitted, address spender, uint256 nonce, uint256 deadline, Witness witness',
        TokenPermissions: permissions,
        Witness: 'address user, uint256 minimum',
      },
      permit2Domain,
      {
        permitted: { token: usdc, amount: 6 },
        spender: router,
        nonce: 1,
        deadline: until,
        witness: { user: own, minimum: 5 },
      },
    ),
    [permitted(router, 6n)],
  ],
  [
    'PermitBatchWitnessTransferFrom',
    typed(
      'PermitBatchWitnessTransferFrom',
      {
        PermitBatchWitnessTransferFrom: 'TokenPermissions[] permitted, address spender, uint256 nonce, uint256 deadline, Mandate mandate',
        TokenPermissions: permissions,
        Mandate: 'address to',
      },
      permit2Domain,
      {
        permitted: [{ token: dai, amount: 8 }],
        spender: router,
        nonce: 1,
        deadline: until,
        mandate: { to: own },
      },
    ),
    [permitted(router, 8n, dai)],
  ],
  ['a listing at Seaport', typed('OrderComponents', orderTypes, seaportDomain, order()), [listed]],
  [
    'an offer at Seaport',
    typed(
      'OrderComponents',
      orderTypes,
      seaportDomain,
      order({
        offer: [{ itemType: 1, token: weth, identifierOrCriteria: '0', startAmount: '100', endAmount: '120' }],
        consideration: [{ itemType: 4, token: apes, identifierOrCriteria: '0', startAmount: '1', endAmount: '1', recipient: own }],
      }),
    ),
    [{ ...listed, gives: [{ token: weth, amount: 120n }], gets: [{ token: apes, amount: 1n, picked: true }] }],
  ],
  [
    'an NFT for nothing at Seaport',
    typed('OrderComponents', orderTypes, seaportDomain, order({ consideration: [] })),
    [{ ...listed, gets: [] }],
  ],
  [
    'a bundle at Seaport',
    typed(
      'OrderComponents',
      orderTypes,
      seaportDomain,
      order({
        offer: [1, 2].map((id) => ({ itemType: 3, token: apes, identifierOrCriteria: id, startAmount: '4', endAmount: '2' })),
      }),
    ),
    [{ ...listed, gives: [1n, 2n].map((tokenId) => ({ token: apes, amount: 4n, tokenId })) }],
  ],
  [
    'several listings at Seaport',
    typed('BulkOrder', { BulkOrder: 'OrderComponents[2][2] tree', ...orderTypes }, seaportDomain, {
      tree: [
        [order(), order()],
        [order(), empty],
      ],
    }),
    [listed, listed, listed],
  ],
  [
    'an order at CoW',
    cow(),
    [
      {
        kind: 'order',
        protocol: 'CoW Protocol',
        gives: [{ token: usdc, amount: 1003n }],
        gets: [{ token: weth, amount: 7n }],
        to: own,
        until: BigInt(until),
      },
    ],
  ],
  [
    'one for somebody else',
    cow({ receiver: alice }),
    [
      {
        kind: 'order',
        protocol: 'CoW Protocol',
        gives: [{ token: usdc, amount: 1003n }],
        gets: [{ token: weth, amount: 7n }],
        to: alice,
        until: BigInt(until),
      },
    ],
  ],
  [
    'a limit order at 1inch',
    typed('Order', oneInchTypes, oneInchDomain, {
      salt: 1,
      maker: own,
      receiver: zeroAddress,
      makerAsset: dai,
      takerAsset: usdc,
      makingAmount: 10,
      takingAmount: 9,
      makerTraits: 0,
    }),
    [{ kind: 'order', protocol: '1inch', gives: [{ token: dai, amount: 10n }], gets: [{ token: usdc, amount: 9n }], to: zeroAddress }],
  ],
  [
    'a limit order at 0x',
    typed(
      'LimitOrder',
      zeroExTypes,
      { name: 'ZeroEx', version: '1.0.0', chainId: 1, verifyingContract: '0xDef1C0ded9bec7F1a1670819833240f027b25EfF' },
      {
        makerToken: usdc,
        takerToken: weth,
        makerAmount: 20,
        takerAmount: 2,
        takerTokenFeeAmount: 0,
        maker: own,
        taker: zeroAddress,
        sender: zeroAddress,
        feeRecipient: zeroAddress,
        pool: zero32,
        expiry: until,
        salt: 1,
      },
    ),
    [{ kind: 'order', protocol: '0x', gives: [{ token: usdc, amount: 20n }], gets: [{ token: weth, amount: 2n }], until: BigInt(until) }],
  ],
  [
    'a quoted order at 0x',
    typed(
      'RfqOrder',
      rfqTypes,
      { name: 'ZeroEx', version: '1.0.0', chainId: 1, verifyingContract: '0xDef1C0ded9bec7F1a1670819833240f027b25EfF' },
      {
        makerToken: dai,
        takerToken: weth,
        makerAmount: 30,
        takerAmount: 3,
        maker: own,
        taker: zeroAddress,
        txOrigin: alice,
        pool: zero32,
        expiry: until,
        salt: 1,
      },
    ),
    [{ kind: 'order', protocol: '0x', gives: [{ token: dai, amount: 30n }], gets: [{ token: weth, amount: 3n }], until: BigInt(until) }],
  ],
  [
    'a listing at Blur',
    blur(1),
    [
      {
        kind: 'order',
        protocol: 'Blur',
        gives: [{ token: apes, amount: 1n, tokenId: 7n }],
        gets: [{ token: weth, amount: 500n }],
        until: BigInt(until),
      },
    ],
  ],
  [
    'a bid at Blur',
    blur(0),
    [
      {
        kind: 'order',
        protocol: 'Blur',
        gives: [{ token: weth, amount: 500n }],
        gets: [{ token: apes, amount: 1n, tokenId: 7n }],
        until: BigInt(until),
      },
    ],
  ],
  [
    'a listing at LooksRare',
    looks(1),
    [
      {
        kind: 'order',
        protocol: 'LooksRare',
        gives: [
          { token: apes, amount: 1n, tokenId: 7n },
          { token: apes, amount: 2n, tokenId: 8n },
        ],
        gets: [{ token: weth, amount: 900n }],
        until: BigInt(until),
      },
    ],
  ],
  [
    'a bid at LooksRare',
    looks(0),
    [
      {
        kind: 'order',
        protocol: 'LooksRare',
        gives: [{ token: weth, amount: 900n }],
        gets: [
          { token: apes, amount: 1n, tokenId: 7n },
          { token: apes, amount: 2n, tokenId: 8n },
        ],
        until: BigInt(until),
      },
    ],
  ],
  ['an approval of a Safe', safeTx(), [{ ...approvedUsdc, by: alice }]],
  ['coins of a Safe', safeTx({ to: alice, value: '77', data: '0x' }), [{ kind: 'native', to: alice, amount: 77n, by: alice }]],
  [
    'an approval by a forwarder',
    typed(
      'ForwardRequest',
      forwardTypes,
      { name: 'Forwarder', version: '1', chainId: 1, verifyingContract: alice },
      { from: own, to: usdc, value: 0, gas: 100000, nonce: 0, data: approve },
    ),
    [approvedUsdc],
  ],
  [
    'an approval by a meta transaction',
    typed(
      'MetaTransaction',
      metaTypes,
      { name: 'USD Coin (PoS)', version: '1', verifyingContract: usdc, salt: zero32 },
      { nonce: 0, from: own, functionSignature: approve },
    ),
    [approvedUsdc],
  ],
  ['an approval on a chain of the ZK Stack', zk(), [approvedUsdc]],
  [
    'an approval of all NFTs on such a chain',
    zk({ to: String(BigInt(apes)), data: encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [router, true] }) }),
    [{ kind: 'approvalForAll', collection: apes, operator: router, approved: true }],
  ],
  [
    'a delegation of ERC-7710',
    typed(
      'Delegation',
      delegationTypes,
      { name: 'DelegationManager', version: '1', chainId: 1, verifyingContract: alice },
      { delegate: router, delegator: own, authority: `0x${'ff'.repeat(32)}`, caveats: [], salt: 0 },
    ),
    [{ kind: 'delegation', delegate: router, account: own }],
  ],
]

/** Typed messages that are read, and are none of the known kinds or only resemble one. */
export const otherTyped: Readonly<Record<string, unknown>> = {
  delegateCall: safeTx({ operation: 1 }),
  mail: typed(
    'Mail',
    { Mail: 'Person from, Person to, string contents', Person: 'string name, address wallet' },
    { name: 'Ether Mail', version: '1', chainId: 1, verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC' },
    {
      from: { name: 'Cow', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
      to: { name: 'Bob', wallet: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' },
      contents: 'Hello, Bob!',
    },
  ),
  tooLargeZk: zk({ to: String(2n ** 160n) }),
  strangePermit: typed(
    'PermitEverything',
    { PermitEverything: 'address who, uint256 until' },
    { name: 'Vault', version: '1', chainId: 1, verifyingContract: alice },
    { who: router, until },
  ),
  strangeSpender: typed('Thing', { Thing: 'address spender' }, { name: 'Vault', version: '1', chainId: 1 }, { spender: router }),
}
