import { type Address, concatHex, encodeFunctionData, type Hex, maxUint256, pad, parseAbi, size, toHex, zeroAddress } from 'viem'
import { own } from '../kit.test.helper.js'
import { allowanceHolder, multicall3, permit2, seaports } from './action.js'
import {
  alice,
  apes,
  dai,
  details,
  order,
  orderTypes,
  permit,
  permit2Domain,
  router,
  safeTx,
  seaportDomain,
  typed,
  until,
  usdc,
  weth,
  zero32,
} from './fixtures.test.helper.js'

// Contracts of Ethereum, and a shared account.
const aavePool = '0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2'
const lido = '0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84'
const wsteth = '0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2Ca0'
const uniswap2 = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
const uniswap3 = '0xE592427A0AEce92De3Edee1F18E0157C05861564'
const universalRouter = '0x3fC91A3afd70395Cd496C647d5a6CC9D4B2b7FAD'
const governor = '0x408ED6354d4973f66138C91495F2f2FCbd8724C3'
const vault = '0x83F20F44975D03b1b09e64809B757c47f942BEeA'
const conduit = '0x1E0049783F008A0085193E00003D00cd54003c71'
const safe = alice
const bob = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const entryPoint = '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108'
const multiSend = '0x9641d764fc13c8B624c04430C7356C1C7C8102e2'

/** Written out, so that the tables of selectors are checked against the signatures. */
const abi = parseAbi([
  'struct Call { address to; uint256 value; bytes data; }',
  'struct Call3 { address target; bool allowFailure; bytes callData; }',
  'struct Single { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 deadline; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'struct Single2 { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'function exec(address operator, address token, uint256 amount, address target, bytes data)',
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
  'function mint(address to, uint256 amount)',
  'function mint(uint256 quantity)',
  'function mint()',
  'function mint(address to)',
  'function safeMint(address to, uint256 tokenId)',
  'function safeMint(address to)',
  'function burn(uint256 amount)',
  'function claim()',
  'function getReward()',
  'function deposit()',
  'function withdraw(uint256 amount)',
  'function deposit(uint256 assets, address receiver)',
  'function mint(uint256 shares, address receiver)',
  'function withdraw(uint256 assets, address receiver, address owner)',
  'function redeem(uint256 shares, address receiver, address owner)',
  'function supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)',
  'function withdraw(address asset, uint256 amount, address to)',
  'function repay(address asset, uint256 amount, uint256 mode, address onBehalfOf)',
  'function borrow(address asset, uint256 amount, uint256 mode, uint16 referralCode, address onBehalfOf)',
  'function submit(address referral)',
  'function wrap(uint256 amount)',
  'function unwrap(uint256 amount)',
  'function stake(uint256 amount)',
  'function unstake(uint256 amount)',
  'function castVote(uint256 proposalId, uint8 support)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'struct Several { bytes path; address recipient; uint256 amountIn; uint256 amountOutMinimum; }',
  'function exactInput(Several params)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to)',
  'function unwrapWETH9(uint256 amountMinimum, address recipient)',
  'function refundETH()',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function exactInputSingle(Single params)',
  'function exactInputSingle(Single2 params)',
  'function multicall(bytes[] data)',
  'function multicall(uint256 deadline, bytes[] data)',
  'function aggregate3(Call3[] calls)',
  'function multiSend(bytes transactions)',
  'function execute(address to, uint256 value, bytes data)',
  'function executeBatch(Call[] calls)',
  'function executeBatch(address[] to, uint256[] values, bytes[] data)',
  'function executeBatch(address[] to, bytes[] data)',
  'function execute(bytes32 mode, bytes data)',
  'function executeUserOp(address to, uint256 value, bytes data, uint8 operation)',
  'function executeUserOpWithErrorString(address to, uint256 value, bytes data, uint8 operation)',
  'function addOwnerWithThreshold(address owner, uint256 threshold)',
  'function removeOwner(address previous, address owner, uint256 threshold)',
  'function swapOwner(address previous, address replaced, address replacing)',
  'function changeThreshold(uint256 threshold)',
  'function enableModule(address module)',
  'function setGuard(address guard)',
  'function setFallbackHandler(address handler)',
])
const batchAbi = parseAbi(['struct Call { address to; uint256 value; bytes data; }', 'function executeBatch(Call[] calls)'])

const ether = 10n ** 18n
const deadline = BigInt(until)
const pay = encodeFunctionData({ abi, functionName: 'transfer', args: [bob, 25_000_000n] })
const allow = encodeFunctionData({ abi, functionName: 'approve', args: [router, 25_000_000n] })
const allowAll = encodeFunctionData({ abi, functionName: 'approve', args: [router, maxUint256] })
const strange: Hex = '0x12345678'
const zeroEx = (amount: bigint) => encodeFunctionData({ abi, functionName: 'exec', args: [bob, usdc, amount, router, strange] })
const path = [usdc, weth] as const
const single = {
  tokenIn: usdc,
  tokenOut: weth,
  fee: 3000,
  recipient: own,
  amountIn: 25_000_000n,
  amountOutMinimum: ether / 100n,
  sqrtPriceLimitX96: 0n,
} as const
const swapOne = encodeFunctionData({ abi, functionName: 'exactInputSingle', args: [single] })
const several = (...data: readonly Hex[]) => encodeFunctionData({ abi, functionName: 'multicall', args: [data] })
const itself = '0x0000000000000000000000000000000000000002'
const exactIn = (tokens: readonly Address[], recipient: Address) =>
  encodeFunctionData({
    abi,
    functionName: 'exactInput',
    args: [
      {
        path: concatHex(tokens.flatMap((token, index) => (index === 0 ? [token] : [toHex(500, { size: 3 }), token]))),
        recipient,
        amountIn: 25_000_000n,
        amountOutMinimum: 1_000_000n,
      },
    ],
  })
const inV2 = (tokens: readonly Address[], recipient: Address) =>
  encodeFunctionData({ abi, functionName: 'swapExactTokensForTokens', args: [25_000_000n, 1_000_000n, tokens, recipient] })
const unwrap = (recipient: Address) => encodeFunctionData({ abi, functionName: 'unwrapWETH9', args: [ether / 100n, recipient] })
const refund = encodeFunctionData({ abi, functionName: 'refundETH' })
const together = (...calls: readonly (readonly [Address, Hex])[]) =>
  encodeFunctionData({
    abi,
    functionName: 'aggregate3',
    args: [calls.map(([target, callData]) => ({ target, allowFailure: false, callData }))],
  })

/** Calls of real protocols: what it is, who is called, with what, and how many coins go along. */
export const protocolCalls: readonly (readonly [title: string, to: Address, data: Hex, value: bigint])[] = [
  ['WETH: wrap', weth, encodeFunctionData({ abi, functionName: 'deposit', args: [] }), ether / 4n],
  ['WETH: unwrap', weth, encodeFunctionData({ abi, functionName: 'withdraw', args: [ether / 4n] }), 0n],
  ['a token’s mint', usdc, encodeFunctionData({ abi, functionName: 'mint', args: [own, 50_000_000n] }), 0n],
  ['a token’s mint for somebody else', usdc, encodeFunctionData({ abi, functionName: 'mint', args: [bob, 50_000_000n] }), 0n],
  ['NFT drop: mint with coins', apes, encodeFunctionData({ abi, functionName: 'mint', args: [2n] }), ether / 10n],
  ['NFT drop: mint()', apes, encodeFunctionData({ abi, functionName: 'mint', args: [] }), 0n],
  ['NFT drop: mint(address)', apes, encodeFunctionData({ abi, functionName: 'mint', args: [own] }), 0n],
  ['NFT drop: safeMint', apes, encodeFunctionData({ abi, functionName: 'safeMint', args: [own] }), 0n],
  ['NFT drop: safeMint with an id', apes, encodeFunctionData({ abi, functionName: 'safeMint', args: [own, 77n] }), 0n],
  ['burn', usdc, encodeFunctionData({ abi, functionName: 'burn', args: [1_000_000n] }), 0n],
  ['an airdrop’s claim', router, encodeFunctionData({ abi, functionName: 'claim', args: [] }), 0n],
  ['Synthetix: getReward', router, encodeFunctionData({ abi, functionName: 'getReward', args: [] }), 0n],
  ['Synthetix: stake', router, encodeFunctionData({ abi, functionName: 'stake', args: [ether] }), 0n],
  ['Synthetix: unstake', router, encodeFunctionData({ abi, functionName: 'unstake', args: [ether] }), 0n],
  ['Sky sDAI: deposit (ERC-4626)', vault, encodeFunctionData({ abi, functionName: 'deposit', args: [ether, own] }), 0n],
  ['Sky sDAI: mint (ERC-4626)', vault, encodeFunctionData({ abi, functionName: 'mint', args: [ether, own] }), 0n],
  ['Sky sDAI: withdraw (ERC-4626)', vault, encodeFunctionData({ abi, functionName: 'withdraw', args: [ether, own, own] }), 0n],
  ['Sky sDAI: redeem (ERC-4626)', vault, encodeFunctionData({ abi, functionName: 'redeem', args: [ether, own, own] }), 0n],
  ['Sky sDAI: redeem for somebody else', vault, encodeFunctionData({ abi, functionName: 'redeem', args: [ether, bob, own] }), 0n],
  ['Aave: supply', aavePool, encodeFunctionData({ abi, functionName: 'supply', args: [usdc, 25_000_000n, own, 0] }), 0n],
  ['Aave: withdraw', aavePool, encodeFunctionData({ abi, functionName: 'withdraw', args: [usdc, 25_000_000n, own] }), 0n],
  ['Aave: repay', aavePool, encodeFunctionData({ abi, functionName: 'repay', args: [usdc, 25_000_000n, 2n, own] }), 0n],
  ['Aave: borrow', aavePool, encodeFunctionData({ abi, functionName: 'borrow', args: [usdc, 25_000_000n, 2n, 0, own] }), 0n],
  ['Lido: submit', lido, encodeFunctionData({ abi, functionName: 'submit', args: [zeroAddress] }), ether],
  ['Lido: wrap', wsteth, encodeFunctionData({ abi, functionName: 'wrap', args: [ether] }), 0n],
  ['Lido: unwrap', wsteth, encodeFunctionData({ abi, functionName: 'unwrap', args: [ether] }), 0n],
  ['Governor: vote', governor, encodeFunctionData({ abi, functionName: 'castVote', args: [42n, 1] }), 0n],
  [
    'Uniswap V2: tokens for tokens',
    uniswap2,
    encodeFunctionData({ abi, functionName: 'swapExactTokensForTokens', args: [25_000_000n, ether / 100n, path, own, deadline] }),
    0n,
  ],
  [
    'Uniswap V2: tokens for tokens of somebody else',
    uniswap2,
    encodeFunctionData({ abi, functionName: 'swapExactTokensForTokens', args: [25_000_000n, ether / 100n, path, bob, deadline] }),
    0n,
  ],
  [
    'Uniswap V2: coins for tokens',
    uniswap2,
    encodeFunctionData({ abi, functionName: 'swapExactETHForTokens', args: [240_000_000n, [weth, usdc], own, deadline] }),
    ether / 10n,
  ],
  [
    'Uniswap V2: tokens for coins',
    uniswap2,
    encodeFunctionData({ abi, functionName: 'swapExactTokensForETH', args: [25_000_000n, ether / 100n, path, own, deadline] }),
    0n,
  ],
  [
    'Uniswap V3: exactInputSingle',
    uniswap3,
    encodeFunctionData({ abi, functionName: 'exactInputSingle', args: [{ ...single, deadline }] }),
    0n,
  ],
  ['Uniswap V3, second router: exactInputSingle', router, swapOne, 0n],
  [
    'Uniswap V3: exactInputSingle in a multicall',
    router,
    encodeFunctionData({ abi, functionName: 'multicall', args: [deadline, [swapOne]] }),
    0n,
  ],
  ['Uniswap: two swaps in a multicall', router, several(swapOne, swapOne), 0n],
  ['Uniswap: two swaps for two tokens in a multicall', router, several(swapOne, exactIn([usdc, dai], own)), 0n],
  ['Uniswap V3, second router: two pools', router, exactIn([usdc, dai, weth], own), 0n],
  ['Uniswap, second router: pools of V2', router, inV2([usdc, weth], own), 0n],
  ['Uniswap: pools of both kinds in one swap', router, several(exactIn([usdc, weth], own), inV2([usdc, weth], own)), 0n],
  ['Uniswap: both kinds, for coins', router, several(exactIn([usdc, weth], itself), inV2([usdc, weth], itself), unwrap(own)), 0n],
  ['Uniswap: for coins of somebody else', router, several(exactIn([usdc, weth], itself), unwrap(bob)), 0n],
  ['Uniswap: coins, by both kinds', router, several(exactIn([weth, usdc], own), inV2([weth, usdc], own), refund), 50_000_000n],
  ['Uniswap: coins beside a token that is not the wrapped one', router, exactIn([dai, usdc], own), 25_000_000n],
  ['Uniswap: more coins than are swapped', router, exactIn([weth, usdc], own), 25_000_001n],
  ['Uniswap: what stays with the router', router, exactIn([usdc, weth], itself), 0n],
  ['Uniswap: unwrapped twice', router, several(exactIn([usdc, weth], itself), unwrap(own), unwrap(bob)), 0n],
  ['Uniswap: the universal router cannot be read', universalRouter, '0x3593564c', ether / 10n],
  ['Permit2: let it spend a token', usdc, encodeFunctionData({ abi, functionName: 'approve', args: [permit2, maxUint256] }), 0n],
  ['0x: for one call, whoever is named', allowanceHolder, zeroEx(25_000_000n), 0n],
  ['0x: coins alone', allowanceHolder, zeroEx(0n), ether / 10n],
  ['0x: the same words at another contract', router, zeroEx(25_000_000n), 0n],
  ['Aave: let it spend a token', usdc, encodeFunctionData({ abi, functionName: 'approve', args: [aavePool, 25_000_000n] }), 0n],
  ['Uniswap: let it spend no more', dai, encodeFunctionData({ abi, functionName: 'approve', args: [uniswap2, 0n] }), 0n],
  [
    'OpenSea: let its conduit move all NFTs',
    apes,
    encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [conduit, true] }),
    0n,
  ],
  [
    'Seaport: let it move none',
    apes,
    encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [seaports[3] ?? conduit, false] }),
    0n,
  ],
  ['more to spend', usdc, encodeFunctionData({ abi, functionName: 'increaseAllowance', args: [router, 5_000_000n] }), 0n],
  ['a token of somebody else', dai, encodeFunctionData({ abi, functionName: 'transferFrom', args: [bob, own, ether] }), 0n],
  ['Multicall3: a payment two deep', multicall3, together([usdc, pay]), 0n],
  ['Multicall3: a payment three deep', multicall3, together([usdc, several(pay)]), 0n],
  ['Multicall3: a payment four deep', multicall3, together([usdc, several(several(pay))]), 0n],
  ['Multicall3: an unlimited permission three deep', multicall3, together([usdc, several(allowAll)]), 0n],
  ['Multicall3: something that cannot be read three deep', multicall3, together([usdc, several(strange)]), 0n],
  ['a call that cannot be read', router, strange, 0n],
]

const packed = (...calls: readonly { readonly to: Address; readonly data: Hex; readonly value?: bigint; readonly operation?: number }[]) =>
  encodeFunctionData({
    abi,
    functionName: 'multiSend',
    args: [
      concatHex(
        calls.flatMap(({ to, data, value = 0n, operation = 0 }) => [
          toHex(operation, { size: 1 }),
          to,
          toHex(value, { size: 32 }),
          toHex(size(data), { size: 32 }),
          data,
        ]),
      ),
    ],
  })
const toSafe = (data: Hex) => safeTx({ to: safe, data })

const safeOperationTypes = {
  SafeOp:
    'address safe, uint256 nonce, bytes initCode, bytes callData, uint128 verificationGasLimit, uint128 callGasLimit, uint256 preVerificationGas, uint128 maxPriorityFeePerGas, uint128 maxFeePerGas, bytes paymasterAndData, uint48 validAfter, uint48 validUntil, address entryPoint',
}
const safeOperation = (callData: Hex, more: Readonly<Record<string, unknown>> = {}) =>
  typed(
    'SafeOp',
    safeOperationTypes,
    { chainId: 1, verifyingContract: '0x75cf11467937ce3F2f357CE24ffc3DBF8fD5c226' },
    {
      safe,
      nonce: 0,
      initCode: '0x',
      callData,
      verificationGasLimit: '100000',
      callGasLimit: '100000',
      preVerificationGas: '50000',
      maxPriorityFeePerGas: '1000000000',
      maxFeePerGas: '20000000000',
      paymasterAndData: '0x',
      validAfter: 0,
      validUntil: 0,
      entryPoint,
      ...more,
    },
  )
const executeForSafe = (to: Address, value: bigint, data: Hex, operation: number) =>
  encodeFunctionData({ abi, functionName: 'executeUserOp', args: [to, value, data, operation] })

const userOperationTypes = {
  PackedUserOperation:
    'address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData',
}
const halves = (high: bigint, low: bigint) => concatHex([toHex(high, { size: 16 }), toHex(low, { size: 16 })])
const userOperation = (callData: Hex, more: Readonly<Record<string, unknown>> = {}) =>
  typed(
    'PackedUserOperation',
    userOperationTypes,
    { name: 'ERC4337', version: '1', chainId: 1, verifyingContract: entryPoint },
    {
      sender: safe,
      nonce: 0,
      initCode: '0x',
      callData,
      accountGasLimits: halves(100_000n, 100_000n),
      preVerificationGas: '50000',
      gasFees: halves(10n ** 9n, 2n * 10n ** 10n),
      paymasterAndData: '0x',
      ...more,
    },
  )
const paymaster = { paymasterAndData: concatHex([router, zero32]) }
const onePacked = concatHex([usdc, toHex(0n, { size: 32 }), pay])
const batchBody: Hex = `0x${encodeFunctionData({
  abi: batchAbi,
  functionName: 'executeBatch',
  args: [
    [
      { to: usdc, value: 0n, data: pay },
      { to: bob, value: ether, data: '0x' },
    ],
  ],
}).slice(10)}`

const permitOf = (name: string, contract: Address, more: Readonly<Record<string, unknown>> = {}, version = '1') =>
  permit({ value: '25000000', ...more }, { name, version, chainId: 1, verifyingContract: contract })
const item = (itemType: number, token: Address, identifierOrCriteria: string, amount: string) => ({
  itemType,
  token,
  identifierOrCriteria,
  startAmount: amount,
  endAmount: amount,
})
const seaportOrder = (offer: readonly object[], consideration: readonly object[]) =>
  typed(
    'OrderComponents',
    orderTypes,
    seaportDomain,
    order({ offer, consideration: consideration.map((each) => ({ recipient: own, ...each })) }),
  )
const list = `0x${'ab'.repeat(32)}` as const
const witness = (name: string, members: string, value: Readonly<Record<string, unknown>>) =>
  typed(
    'PermitWitnessTransferFrom',
    {
      PermitWitnessTransferFrom: `TokenPermissions permitted, address spender, uint256 nonce, uint256 deadline, ${name} witness`,
      TokenPermissions: 'address token, uint256 amount',
      [name]: members,
    },
    permit2Domain,
    { permitted: { token: usdc, amount: '25000000' }, spender: router, nonce: 1, deadline: until, witness: value },
  )
const zeroExTrade = (more: Readonly<Record<string, unknown>> = {}) =>
  typed(
    'PermitWitnessTransferFrom',
    {
      PermitWitnessTransferFrom:
        'TokenPermissions permitted, address spender, uint256 nonce, uint256 deadline, SlippageAndActions slippageAndActions',
      TokenPermissions: 'address token, uint256 amount',
      SlippageAndActions: 'address recipient, address buyToken, uint256 minAmountOut, bytes[] actions',
    },
    permit2Domain,
    {
      permitted: { token: usdc, amount: '25000000' },
      spender: router,
      nonce: 1,
      deadline: until,
      slippageAndActions: { recipient: own, buyToken: weth, minAmountOut: String(ether / 100n), actions: ['0x0dfeb419'], ...more },
    },
  )
const authorization = (primaryType: string, more: Readonly<Record<string, unknown>> = {}) =>
  typed(
    primaryType,
    { [primaryType]: 'address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce' },
    { name: 'USD Coin', version: '2', chainId: 1, verifyingContract: usdc },
    { from: own, to: bob, value: '25000000', validAfter: 0, validBefore: until, nonce: zero32, ...more },
  )

/** Typed data of real protocols. */
export const protocolMessages: readonly (readonly [title: string, data: unknown])[] = [
  ['permit of UNI', permitOf('Uniswap', '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984')],
  ['permit of AAVE', permitOf('Aave token V3', '0x7Fc66500c84A76Ad7e9c93437bFc5Ac33E2DDaE9', {}, '2')],
  ['permit of stETH', permitOf('Liquid staked Ether 2.0', lido, {}, '2')],
  [
    'permit of 1INCH, without an end',
    permitOf('1INCH Token', '0x111111111117dC0aa78b770fA6A738034120C302', { deadline: String(maxUint256) }),
  ],
  ['permit of GHO, all of it', permitOf('Gho Token', '0x40D16FC0246aD3160Ccc09B8D0D3A2cD28aE6C2f', { value: String(maxUint256) })],
  [
    'Permit2: one token for Uniswap',
    typed(
      'PermitSingle',
      { PermitSingle: 'PermitDetails details, address spender, uint256 sigDeadline', PermitDetails: details },
      permit2Domain,
      { details: { token: weth, amount: String(ether), expiration: until, nonce: 0 }, spender: universalRouter, sigDeadline: until },
    ),
  ],
  ['0x: a gasless swap', zeroExTrade()],
  ['0x: a gasless swap for coins', zeroExTrade({ buyToken: '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE' })],
  ['0x: a gasless swap for somebody else', zeroExTrade({ recipient: bob })],
  [
    '0x: what its Settler may take, once',
    typed(
      'PermitTransferFrom',
      {
        PermitTransferFrom: 'TokenPermissions permitted, address spender, uint256 nonce, uint256 deadline',
        TokenPermissions: 'address token, uint256 amount',
      },
      permit2Domain,
      { permitted: { token: usdc, amount: '25000000' }, spender: router, nonce: 1, deadline: until },
    ),
  ],
  [
    'UniswapX: a limit order',
    witness('LimitOrder', 'address reactor, address swapper, uint256 output', { reactor: router, swapper: own, output: '1' }),
  ],
  [
    'UniswapX: a Dutch order',
    witness('ExclusiveDutchOrder', 'address reactor, uint256 decayStartTime, uint256 decayEndTime', {
      reactor: router,
      decayStartTime: 1,
      decayEndTime: 2,
    }),
  ],
  [
    'Across: a deposit',
    witness('BridgeAndSwapData', 'address exchange, uint256 destinationChainId', { exchange: router, destinationChainId: '10' }),
  ],
  ['USDC: transferWithAuthorization', authorization('TransferWithAuthorization')],
  ['USDC: receiveWithAuthorization', authorization('ReceiveWithAuthorization')],
  ['x402: a payment', authorization('TransferWithAuthorization', { value: '10000' })],
  ['Seaport: a listing of ERC-1155', seaportOrder([item(3, apes, '7', '5')], [item(0, zeroAddress, '0', String(ether))])],
  ['Seaport: an NFT for a token', seaportOrder([item(2, apes, '7', '1')], [item(1, usdc, '0', '900000000')])],
  ['Seaport: an NFT for an NFT', seaportOrder([item(2, apes, '7', '1')], [item(2, apes, '8', '1')])],
  ['Seaport: coins for any of a collection', seaportOrder([item(1, weth, '0', String(ether))], [item(4, apes, '0', '1')])],
  ['Seaport: coins for any with a trait', seaportOrder([item(1, weth, '0', String(ether))], [item(4, apes, String(BigInt(list)), '1')])],
  [
    'Seaport: coins for any ERC-1155 of a list',
    seaportOrder([item(1, weth, '0', String(ether))], [item(5, apes, String(BigInt(list)), '3')]),
  ],
  ['Seaport: any of my items for little', seaportOrder([item(4, apes, '0', '2')], [item(0, zeroAddress, '0', '1')])],
  ['Seaport: a whole collection for nothing', seaportOrder([item(5, apes, '0', '50')], [])],
  ['Safe: coins', safeTx({ to: bob, value: String(ether), data: '0x' })],
  ['Safe: a token', safeTx({ data: pay })],
  ['Safe: a permission', safeTx({ data: allow })],
  ['Safe: an unlimited permission', safeTx({ data: allowAll })],
  [
    'Safe: an NFT collection',
    safeTx({ to: apes, data: encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [conduit, true] }) }),
  ],
  ['Safe: a swap', safeTx({ to: router, data: swapOne })],
  ['Safe: a multicall of swaps', safeTx({ to: router, data: several(swapOne, swapOne) })],
  ['Safe: refunds coins to whoever comes', safeTx({ data: pay, safeTxGas: '100000', baseGas: '50000', gasPrice: '20000000000' })],
  [
    'Safe: refunds a token to somebody',
    safeTx({ data: pay, safeTxGas: '0', baseGas: '1000000', gasPrice: '1000', gasToken: usdc, refundReceiver: bob }),
  ],
  [
    'Safe: does nothing, and refunds all',
    safeTx({ to: safe, data: '0x', baseGas: '1000000000', gasPrice: '1000000', gasToken: usdc, refundReceiver: bob }),
  ],
  ['Safe: another owner', toSafe(encodeFunctionData({ abi, functionName: 'addOwnerWithThreshold', args: [bob, 1n] }))],
  ['Safe: one owner less', toSafe(encodeFunctionData({ abi, functionName: 'removeOwner', args: [own, bob, 1n] }))],
  ['Safe: one owner for another', toSafe(encodeFunctionData({ abi, functionName: 'swapOwner', args: [own, safe, bob] }))],
  ['Safe: fewer signatures', toSafe(encodeFunctionData({ abi, functionName: 'changeThreshold', args: [1n] }))],
  ['Safe: a module', toSafe(encodeFunctionData({ abi, functionName: 'enableModule', args: [router] }))],
  ['Safe: a guard', toSafe(encodeFunctionData({ abi, functionName: 'setGuard', args: [router] }))],
  ['Safe: no guard', toSafe(encodeFunctionData({ abi, functionName: 'setGuard', args: [zeroAddress] }))],
  ['Safe: a fallback handler', toSafe(encodeFunctionData({ abi, functionName: 'setFallbackHandler', args: [router] }))],
  ['Safe: rejects a transaction', toSafe('0x')],
  [
    'Safe: several calls',
    safeTx({ to: multiSend, operation: 1, data: packed({ to: usdc, data: pay }, { to: bob, data: '0x', value: ether }) }),
  ],
  [
    'Safe: several calls, three deep',
    safeTx({ to: multiSend, operation: 1, data: packed({ to: multiSend, operation: 1, data: packed({ to: usdc, data: several(pay) }) }) }),
  ],
  [
    'Safe: several calls, one of them with other code',
    safeTx({ to: multiSend, operation: 1, data: packed({ to: router, operation: 1, data: strange }, { to: usdc, data: pay }) }),
  ],
  [
    'Safe: several calls that are cut off',
    safeTx({ to: multiSend, operation: 1, data: encodeFunctionData({ abi, functionName: 'multiSend', args: ['0x0012'] }) }),
  ],
  ['Safe: other code in its place', safeTx({ to: router, operation: 1, data: strange })],
  ['Safe: a call that cannot be read', safeTx({ to: router, data: strange })],
  ['Safe’s ERC-4337: a token', safeOperation(executeForSafe(usdc, 0n, pay, 0))],
  [
    'Safe’s ERC-4337: a token, with the other function',
    safeOperation(encodeFunctionData({ abi, functionName: 'executeUserOpWithErrorString', args: [usdc, 0n, pay, 0] })),
  ],
  ['Safe’s ERC-4337: coins, paid by a paymaster', safeOperation(executeForSafe(bob, ether, '0x', 0), paymaster)],
  [
    'Safe’s ERC-4337: several calls',
    safeOperation(executeForSafe(multiSend, 0n, packed({ to: usdc, data: allowAll }, { to: usdc, data: pay }), 1)),
  ],
  [
    'Safe’s ERC-4337: another owner',
    safeOperation(executeForSafe(safe, 0n, encodeFunctionData({ abi, functionName: 'addOwnerWithThreshold', args: [bob, 1n] }), 0)),
  ],
  ['Safe’s ERC-4337: a call that cannot be read', safeOperation(strange)],
  ['ERC-4337: coins', userOperation(encodeFunctionData({ abi, functionName: 'execute', args: [bob, ether, '0x'] }))],
  ['ERC-4337: a token', userOperation(encodeFunctionData({ abi, functionName: 'execute', args: [usdc, 0n, pay] }))],
  [
    'ERC-4337: a token, paid by a paymaster',
    userOperation(encodeFunctionData({ abi, functionName: 'execute', args: [usdc, 0n, pay] }), paymaster),
  ],
  [
    'ERC-4337: permission and swap',
    userOperation(
      encodeFunctionData({
        abi: batchAbi,
        functionName: 'executeBatch',
        args: [
          [
            { to: usdc, value: 0n, data: allow },
            { to: router, value: 0n, data: swapOne },
          ],
        ],
      }),
    ),
  ],
  [
    'ERC-4337: a batch of lists',
    userOperation(
      encodeFunctionData({
        abi,
        functionName: 'executeBatch',
        args: [
          [usdc, bob],
          [0n, ether],
          [pay, '0x'],
        ],
      }),
    ),
  ],
  [
    'ERC-4337: a batch without values',
    userOperation(
      encodeFunctionData({
        abi,
        functionName: 'executeBatch',
        args: [
          [usdc, apes],
          [pay, strange],
        ],
      }),
    ),
  ],
  [
    'ERC-4337: three deep',
    userOperation(
      encodeFunctionData({
        abi,
        functionName: 'execute',
        args: [safe, 0n, encodeFunctionData({ abi, functionName: 'execute', args: [usdc, 0n, several(pay)] })],
      }),
    ),
  ],
  ['ERC-7579: one call', userOperation(encodeFunctionData({ abi, functionName: 'execute', args: [zero32, onePacked] }))],
  [
    'ERC-7579: a batch',
    userOperation(encodeFunctionData({ abi, functionName: 'execute', args: [pad('0x01', { dir: 'right' }), batchBody] })),
  ],
  [
    'ERC-7579: other code in its place',
    userOperation(
      encodeFunctionData({ abi, functionName: 'execute', args: [pad('0xff', { dir: 'right' }), concatHex([router, strange])] }),
    ),
  ],
  [
    'ERC-7579: a kind that is none',
    userOperation(encodeFunctionData({ abi, functionName: 'execute', args: [pad('0x07', { dir: 'right' }), onePacked] })),
  ],
  ['ERC-4337: a call that cannot be read', userOperation(strange)],
  ['ERC-4337: no call, only the fee', userOperation('0x')],
]
