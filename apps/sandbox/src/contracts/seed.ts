import { offchainNameResolverAbi } from '@portico/contracts/names'
import { type Hex, encodeFunctionData, labelhash, maxUint256, namehash, numberToHex, parseEther, parseUnits, toHex } from 'viem'
import { z } from 'zod'
import { accounts, operator } from '../accounts.js'
import { bytes, rpc, rpcBatch } from '../chains/rpc.js'
import { SeedError } from '../errors.js'
import { addresses } from './artifacts/addresses.js'
import { collectionAbi } from './artifacts/collection.js'
import { nameRegistryAbi } from './artifacts/nameRegistry.js'
import { nameResolverAbi } from './artifacts/nameResolver.js'
import { poolFactoryAbi } from './artifacts/poolFactory.js'
import { routerAbi } from './artifacts/router.js'
import { tokenAbi } from './artifacts/token.js'
import { wrappedEtherAbi } from './artifacts/wrappedEther.js'
import { create2Data, create2Deployer, deployments, offchainNames } from './deployments.js'
import { falseClaim, parentName, seededNames } from './names.js'
import { paymasterDeposit, prepareSmartAccounts, smartAccountCreations } from './smartAccounts.js'

interface Transaction {
  to: Hex
  data: Hex
  value?: bigint
  gas?: bigint
}

/** Tokens of each account, in whole units. */
const balances = { usdc: '25000', dai: '10000', port: '5000' } as const

/** Deposits of each pool, in whole units. Ether is worth 3,200 dollars and PORT half a dollar. */
const pools = [
  { a: 'weth', amountA: parseEther('1000'), b: 'usdc', amountB: parseUnits('3200000', 6) },
  { a: 'weth', amountA: parseEther('1000'), b: 'dai', amountB: parseUnits('3200000', 18) },
  { a: 'usdc', amountA: parseUnits('2000000', 6), b: 'dai', amountB: parseUnits('2000000', 18) },
  { a: 'weth', amountA: parseEther('500'), b: 'port', amountB: parseUnits('3200000', 18) },
] as const

/** Deposits of each pool that has a fee of its own, in millionths. */
const poolsWithFee = [
  { a: 'weth', amountA: parseEther('600'), b: 'usdc', amountB: parseUnits('1920000', 6), fee: 500 },
  { a: 'weth', amountA: parseEther('400'), b: 'usdc', amountB: parseUnits('1280000', 6), fee: 3000 },
  { a: 'usdc', amountA: parseUnits('1000000', 6), b: 'dai', amountB: parseUnits('1000000', 18), fee: 100 },
] as const

/** ENSIP-19: the coin type whose address counts for every EVM chain. */
const defaultEvmCoinType = 0x80000000n

export interface SeedParameters {
  rpcUrl: string
  /** Where the pictures of names are. */
  controlUrl: string
  /** Where names are that are not on the chain. */
  gatewayUrl: string
  withNames: boolean
}

/**
 * Puts contracts, liquidity, tokens, names and what smart accounts need on a fresh chain, in two blocks. The transactions of a block are sent
 * together, each with its nonce, because a round trip for each would cost seconds.
 * @throws SeedError when any of them fails
 */
export async function seed({ rpcUrl, controlUrl, gatewayUrl, withNames }: SeedParameters): Promise<void> {
  const { everywhere, ethereumOnly, placed, placedOnEthereum } = deployments(`${gatewayUrl}/v1/profile/ccip/batch`)
  await prepareOperator(rpcUrl)
  await rpc(rpcUrl, 'evm_setAutomine', [false])
  await placeCode(rpcUrl, [...Object.values(placed), ...(withNames ? Object.values(placedOnEthereum) : [])])

  const created = [...Object.values(everywhere), ...(withNames ? Object.values(ethereumOnly) : [])]
  const ours = created.map(({ initCode }) => ({ to: create2Deployer, data: create2Data(initCode), gas: 4_000_000n }) as const)
  const offchain = withNames ? [{ to: offchainNames.to, data: offchainNames.data, gas: 4_000_000n }] : []
  const creations = [...ours, ...offchain, ...smartAccountCreations()]
  await prepareSmartAccounts(rpcUrl)
  await mine(rpcUrl, 0, creations)
  await mine(rpcUrl, creations.length, [
    ...liquidity(),
    ...gifts(),
    paymasterDeposit(),
    ...(withNames ? [...names(controlUrl), ...parent(gatewayUrl)] : []),
  ])
  await rpc(rpcUrl, 'evm_setAutomine', [true])
}

/** Lets the sandbox send as the operator, with ether to spend. Needed again whenever the chain's process is new. */
export async function prepareOperator(rpcUrl: string): Promise<void> {
  await rpcBatch(rpcUrl, [
    { method: 'anvil_impersonateAccount', params: [operator] },
    { method: 'anvil_setBalance', params: [operator, numberToHex(parseEther('10000000'))] },
  ])
}

/** Runs each creation code without a transaction and puts what it answers at its address. */
async function placeCode(rpcUrl: string, contracts: readonly { address: Hex; initCode: Hex }[]): Promise<void> {
  const runs = contracts.map(({ initCode }) => ({ method: 'eth_call', params: [{ data: initCode }, 'latest'] }))
  const codes = z.array(bytes).parse(await rpcBatch(rpcUrl, runs))
  await rpcBatch(
    rpcUrl,
    contracts.map(({ address }, index) => ({ method: 'anvil_setCode', params: [address, codes[index]] })),
  )
}

const receipts = z.array(z.object({ status: z.string() }))

async function mine(rpcUrl: string, firstNonce: number, transactions: readonly Transaction[]): Promise<void> {
  const calls = transactions.map(({ to, data, value = 0n, gas = 500_000n }, index) => {
    const transaction = { from: operator, to, data, value: toHex(value), gas: toHex(gas), nonce: toHex(firstNonce + index) }
    return { method: 'eth_sendTransaction', params: [transaction] }
  })
  await rpcBatch(rpcUrl, calls)
  await rpc(rpcUrl, 'evm_mine')
  const mined = receipts.parse(await rpc(rpcUrl, 'eth_getBlockReceipts', ['latest']))
  const failed = mined.findIndex(({ status }) => status !== '0x1')
  if (failed >= 0) throw new SeedError(`Transaction ${firstNonce + failed} of the seed failed.`)
  if (mined.length !== calls.length) throw new SeedError(`${mined.length} of ${calls.length} transactions of the seed were mined.`)
}

function liquidity(): Transaction[] {
  const call = (to: Hex, data: Hex) => ({ to, data })
  const approve = (token: Hex, spender: Hex) =>
    call(token, encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args: [spender, maxUint256] }))
  const ether = [...pools, ...poolsWithFee].reduce((sum, { a, amountA }) => (a === 'weth' ? sum + amountA : sum), 0n)
  const stock = parseUnits('10000000', 18)
  return [
    {
      to: addresses.weth,
      data: encodeFunctionData({ abi: wrappedEtherAbi, functionName: 'deposit' }),
      value: ether + parseEther('100000'),
    },
    mint(addresses.usdc, operator, stock),
    mint(addresses.dai, operator, stock),
    mint(addresses.port, operator, stock),
    ...[addresses.weth, addresses.usdc, addresses.dai, addresses.port].map((token) => approve(token, addresses.router)),
    ...[addresses.weth, addresses.usdc, addresses.dai].map((token) => approve(token, addresses.poolFactory)),
    ...pools.map(({ a, b, amountA, amountB }) => {
      const args = [addresses[a], addresses[b], amountA, amountB, amountA, amountB, operator, maxUint256] as const
      return {
        to: addresses.router,
        data: encodeFunctionData({ abi: routerAbi, functionName: 'addLiquidity', args }),
        gas: 4_000_000n,
      }
    }),
    ...poolsWithFee.map(({ a, b, amountA, amountB, fee }) => {
      const args = [addresses[a], addresses[b], fee, amountA, amountB] as const
      return {
        to: addresses.poolFactory,
        data: encodeFunctionData({ abi: poolFactoryAbi, functionName: 'createPool', args }),
        gas: 4_000_000n,
      }
    }),
  ]
}

function gifts(): Transaction[] {
  const doorways = [accounts[0], accounts[0], accounts[1]].map(({ address }) => ({
    to: addresses.collection,
    data: encodeFunctionData({ abi: collectionAbi, functionName: 'mint', args: [address] }),
  }))
  const money = accounts.flatMap(({ address }) => [
    mint(addresses.usdc, address, parseUnits(balances.usdc, 6)),
    mint(addresses.dai, address, parseUnits(balances.dai, 18)),
    mint(addresses.port, address, parseUnits(balances.port, 18)),
  ])
  return [...money, ...doorways]
}

function mint(token: Hex, to: Hex, amount: bigint): Transaction {
  return { to: token, data: encodeFunctionData({ abi: tokenAbi, functionName: 'mint', args: [to, amount] }) }
}

function names(controlUrl: string): Transaction[] {
  const root = namehash('')
  const seeded = seededNames(controlUrl)
  return [
    own(root, 'eth'),
    own(root, 'reverse'),
    own(namehash('reverse'), 'addr'),
    ...seeded.flatMap(({ name, owner, texts }) => [
      claim(name),
      record(encodeFunctionData({ abi: nameResolverAbi, functionName: 'setAddr', args: [namehash(name), owner] })),
      record(encodeFunctionData({ abi: nameResolverAbi, functionName: 'setAddr', args: [namehash(name), defaultEvmCoinType, owner] })),
      ...Object.entries(texts).map(([key, value]) => ({
        ...record(encodeFunctionData({ abi: nameResolverAbi, functionName: 'setText', args: [namehash(name), key, value] })),
        gas: 3_000_000n,
      })),
      give(name, owner),
    ]),
    ...[...seeded, falseClaim].flatMap(({ name, owner }) => {
      const reverse = `${owner.slice(2).toLowerCase()}.addr.reverse`
      const setName = encodeFunctionData({ abi: nameResolverAbi, functionName: 'setName', args: [namehash(reverse), name] })
      return [claim(reverse), record(setName), give(reverse, owner)]
    }),
    // From here on, accounts say it themselves.
    give('addr.reverse', addresses.ensReverse),
  ]
}

/** The operator's name, whose resolver sends clients to the gateway for all names below it. */
function parent(gatewayUrl: string): Transaction[] {
  const at = `${gatewayUrl}/v1/profile/ccip`
  // The second for what is too long for an address.
  const urls = [`${at}/{sender}/{data}.json`, at]
  const setUrls = encodeFunctionData({ abi: offchainNameResolverAbi, functionName: 'setUrls', args: [urls] })
  return [claim(parentName, offchainNames.address), { to: offchainNames.address, data: setUrls }]
}

const record = (data: Hex): Transaction => ({ to: addresses.ensResolver, data })

function own(parent: Hex, label: string): Transaction {
  const args = [parent, labelhash(label), operator] as const
  return { to: addresses.ensRegistry, data: encodeFunctionData({ abi: nameRegistryAbi, functionName: 'setSubnodeOwner', args }) }
}

/** Makes the operator the owner of a name, with the resolver set, until it is given away. */
function claim(name: string, resolver: Hex = addresses.ensResolver): Transaction {
  const [label = '', ...parents] = name.split('.')
  const args = [namehash(parents.join('.')), labelhash(label), operator, resolver, 0n] as const
  return { to: addresses.ensRegistry, data: encodeFunctionData({ abi: nameRegistryAbi, functionName: 'setSubnodeRecord', args }) }
}

function give(name: string, owner: Hex): Transaction {
  const args = [namehash(name), owner] as const
  return { to: addresses.ensRegistry, data: encodeFunctionData({ abi: nameRegistryAbi, functionName: 'setOwner', args }) }
}
