import { createPublicClient, createWalletClient, encodeFunctionData, http, maxUint256, parseEther, parseSignature, parseUnits } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { base, mainnet, optimism } from 'viem/chains'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { delegationContracts, receiptOf, simple7702Deployment } from '@portico/chains/evm'
import { accountAddress, accountFactory, accountFactoryAbi, entryPoint08, entryPoint08Abi } from '@portico/contracts'
import { accounts, executors, mnemonic, sponsor } from './accounts.js'
import { rpc } from './chains/rpc.js'
import { computeAddresses } from './contracts/deployments.js'
import { addresses, collectionAbi, pairAbi, routerAbi, tokenAbi } from './contracts/index.js'
import { createSandbox } from './sandbox.js'

const sandbox = createSandbox({ portOffset: 2000, quiet: true })
let boot = 0

beforeAll(async () => {
  boot = (await sandbox.ready).milliseconds
}, 30_000)
afterAll(() => sandbox.stop(), 30_000)

const chains = [mainnet, optimism, base] as const
const clientOf = (chain: (typeof chains)[number]) =>
  createPublicClient({ chain, transport: http(sandbox.urls.chains[chain.id]), pollingInterval: 20 })
const walletOf = (chain: (typeof chains)[number], addressIndex: number) =>
  createWalletClient({
    chain,
    transport: http(sandbox.urls.chains[chain.id]),
    account: mnemonicToAccount(mnemonic, { addressIndex }),
  })

test('is ready well within ten seconds', () => {
  console.info(`boot: ${boot} ms`)
  expect(boot).toBeLessThan(10_000)
})

test('lists the addresses that the contracts have, and the accounts that the mnemonic gives', async () => {
  expect(addresses).toEqual(computeAddresses())
  expect(accounts.map(({ address }) => address)).toEqual(
    accounts.map(({ index }) => mnemonicToAccount(mnemonic, { addressIndex: index }).address),
  )
  const codes = await Promise.all(Object.values(addresses).map((address) => clientOf(mainnet).getCode({ address })))
  expect(codes.filter((code) => code === undefined)).toEqual([])
})

test('resolves names, primary names and pictures for the stock mainnet client', async () => {
  const client = clientOf(mainnet)
  expect(await client.getEnsAddress({ name: 'mira.eth' })).toBe(accounts[0].address)
  expect(await client.getEnsName({ address: accounts[0].address })).toBe('mira.eth')
  expect(await client.getEnsAvatar({ name: 'mira.eth' })).toMatch(/^data:image\/svg\+xml;base64,/)

  expect(await client.getEnsAddress({ name: 'noor.eth', coinType: 0x80000000n + 8453n })).toBe(accounts[1].address.toLowerCase())
  expect(await client.getEnsName({ address: accounts[1].address })).toBe('noor.eth')
  expect(await client.getEnsText({ name: 'noor.eth', key: 'description' })).toBe('Second account of the sandbox')
  const picture = await client.getEnsAvatar({ name: 'noor.eth' })
  expect(picture).toBe(`${sandbox.urls.control}/avatars/noor.svg`)
})

test('knows no name that nobody has, and no primary name that does not point back', async () => {
  const client = clientOf(mainnet)
  expect(await client.getEnsAddress({ name: 'nobody.eth' })).toBeNull()
  expect(await client.getEnsName({ address: accounts[3].address })).toBeNull()
  expect(await client.getEnsAvatar({ name: 'ilse.eth' })).toBeNull()
  expect(await client.getEnsName({ address: accounts[9].address })).toBeNull()
  await expect(client.getEnsName({ address: accounts[9].address, strict: true })).rejects.toThrow('ReverseAddressMismatch')
})

test('answers many calls in one through multicall', async () => {
  const contracts = [addresses.usdc, addresses.dai, addresses.port].map(
    (address) => ({ address, abi: tokenAbi, functionName: 'symbol' }) as const,
  )
  for (const chain of chains) {
    const symbols = await clientOf(chain).multicall({ contracts, allowFailure: false })
    expect(symbols).toEqual(['USDC', 'DAI', 'PORT'])
  }
})

test('accepts a signed permit in place of an approval', async () => {
  const client = clientOf(base)
  const wallet = walletOf(base, 2)
  const token = { address: addresses.usdc, abi: tokenAbi } as const
  const owner = wallet.account.address
  const spender = addresses.router
  const message = { owner, spender, value: 5_000_000n, nonce: 0n, deadline: maxUint256 }
  const signature = await wallet.signTypedData({
    domain: { name: 'USD Coin', version: '1', chainId: base.id, verifyingContract: addresses.usdc },
    types: {
      Permit: [
        { name: 'owner', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    primaryType: 'Permit',
    message,
  })
  const { r, s, yParity } = parseSignature(signature)
  const hash = await walletOf(base, 3).writeContract({
    ...token,
    functionName: 'permit',
    args: [owner, spender, message.value, message.deadline, yParity + 27, r, s],
  })
  await receiptOf(client, hash)
  expect(await client.readContract({ ...token, functionName: 'allowance', args: [owner, spender] })).toBe(5_000_000n)
})

test('mints to anybody up to the cap of the faucet and no more', async () => {
  const wallet = walletOf(mainnet, 4)
  const mint = (amount: bigint) =>
    wallet.writeContract({ address: addresses.dai, abi: tokenAbi, functionName: 'mint', args: [wallet.account.address, amount] })
  await receiptOf(clientOf(mainnet), await mint(parseUnits('10000', 18)))
  await expect(mint(parseUnits('10001', 18))).rejects.toThrow('FaucetCapExceeded')
})

test.each(chains)('pays what the router promised, in three kinds of swap, on $name', async (chain) => {
  const client = clientOf(chain)
  const wallet = walletOf(chain, 5)
  const { address } = wallet.account
  const router = { address: addresses.router, abi: routerAbi } as const
  const deadline = BigInt(Math.floor(Date.now() / 1000) + 600)
  const quote = (amountIn: bigint, path: readonly `0x${string}`[]) =>
    client.readContract({ ...router, functionName: 'getAmountsOut', args: [amountIn, path] })
  const held = (token: `0x${string}`) => client.readContract({ address: token, abi: tokenAbi, functionName: 'balanceOf', args: [address] })
  const mined = async (hash: `0x${string}`) => {
    const receipt = await receiptOf(client, hash)
    expect(receipt.status).toBe('success')
    return receipt
  }

  const oneEther = parseEther('1')
  const [, usdc = 0n] = await quote(oneEther, [addresses.weth, addresses.usdc])
  expect(usdc).toBeGreaterThan(parseUnits('3150', 6))
  const usdcBefore = await held(addresses.usdc)
  const buy = {
    ...router,
    functionName: 'swapExactETHForTokens',
    args: [usdc, [addresses.weth, addresses.usdc], address, deadline],
    value: oneEther,
  } as const
  await mined(await wallet.writeContract(buy))
  expect(await held(addresses.usdc)).toBe(usdcBefore + usdc)

  await mined(
    await wallet.writeContract({
      address: addresses.usdc,
      abi: tokenAbi,
      functionName: 'approve',
      args: [addresses.router, maxUint256],
    }),
  )
  const path = [addresses.usdc, addresses.weth, addresses.port]
  const [, , port = 0n] = await quote(1_000_000_000n, path)
  const portBefore = await held(addresses.port)
  await mined(
    await wallet.writeContract({
      ...router,
      functionName: 'swapExactTokensForTokens',
      args: [1_000_000_000n, port, path, address, deadline],
    }),
  )
  expect(await held(addresses.port)).toBe(portBefore + port)

  const [, ether = 0n] = await quote(1_000_000_000n, [addresses.usdc, addresses.weth])
  const etherBefore = await client.getBalance({ address })
  const sell = {
    ...router,
    functionName: 'swapExactTokensForETH',
    args: [1_000_000_000n, ether, [addresses.usdc, addresses.weth], address, deadline],
  } as const
  const { gasUsed, effectiveGasPrice } = await mined(await wallet.writeContract(sell))
  expect(await client.getBalance({ address })).toBe(etherBefore + ether - gasUsed * effectiveGasPrice)
})

test('refuses a swap that would pay less than asked, or too late', async () => {
  const wallet = walletOf(mainnet, 6)
  const buy = (min: bigint, deadline: bigint) =>
    wallet.writeContract({
      address: addresses.router,
      abi: routerAbi,
      functionName: 'swapExactETHForTokens',
      args: [min, [addresses.weth, addresses.usdc], wallet.account.address, deadline],
      value: parseEther('1'),
    })
  await expect(buy(parseUnits('4000', 6), maxUint256)).rejects.toThrow('InsufficientAmount')
  await expect(buy(0n, 1n)).rejects.toThrow('Expired')
})

test('gives back a provider of liquidity what was put in, less what is locked for ever', async () => {
  const client = clientOf(optimism)
  const wallet = walletOf(optimism, 7)
  const { address } = wallet.account
  const router = { address: addresses.router, abi: routerAbi } as const
  const pair = { address: addresses.usdcDaiPair, abi: pairAbi } as const
  const send = async (hash: Promise<`0x${string}`>) => receiptOf(client, await hash)
  for (const token of [addresses.usdc, addresses.dai, addresses.usdcDaiPair]) {
    await send(wallet.writeContract({ address: token, abi: tokenAbi, functionName: 'approve', args: [addresses.router, maxUint256] }))
  }
  const [reserve0] = await client.readContract({ ...pair, functionName: 'getReserves' })
  const desired = [addresses.usdc, addresses.dai, parseUnits('1000', 6), parseUnits('1000', 18), 0n, 0n, address, maxUint256] as const
  await send(wallet.writeContract({ ...router, functionName: 'addLiquidity', args: desired }))
  const [more0] = await client.readContract({ ...pair, functionName: 'getReserves' })
  expect(more0).toBeGreaterThan(reserve0)

  const shares = await client.readContract({ ...pair, functionName: 'balanceOf', args: [address] })
  await send(
    wallet.writeContract({
      ...router,
      functionName: 'removeLiquidity',
      args: [addresses.usdc, addresses.dai, shares, 0n, 0n, address, maxUint256],
    }),
  )
  const usdc = await client.readContract({ address: addresses.usdc, abi: tokenAbi, functionName: 'balanceOf', args: [address] })
  expect(parseUnits('25000', 6) - usdc).toBeLessThanOrEqual(1n)
})

test('keeps the product of a pool from shrinking', async () => {
  const wallet = walletOf(mainnet, 8)
  const data = encodeFunctionData({ abi: pairAbi, functionName: 'swap', args: [1000n, 0n, wallet.account.address, '0x'] })
  await expect(wallet.sendTransaction({ to: addresses.wethUsdcPair, data })).rejects.toThrow()
})

test('mints a doorway whose name and picture are on chain', async () => {
  const client = clientOf(optimism)
  const wallet = walletOf(optimism, 0)
  const collection = { address: addresses.collection, abi: collectionAbi } as const
  await receiptOf(client, await wallet.writeContract({ ...collection, functionName: 'mint', args: [wallet.account.address] }))
  expect(await client.readContract({ ...collection, functionName: 'ownerOf', args: [4n] })).toBe(wallet.account.address)
  const uri = await client.readContract({ ...collection, functionName: 'tokenURI', args: [4n] })
  const metadata: unknown = await (await fetch(uri)).json()
  expect(metadata).toMatchObject({ name: 'Doorway #4', image: expect.stringMatching(/^data:image\/svg\+xml;base64,/) })
})

test('puts every chain back to the seed, with the clock on time', async () => {
  const client = clientOf(base)
  const address = accounts[0].address
  const before = await client.getBalance({ address })
  const hash = await walletOf(base, 0).sendTransaction({ to: accounts[1].address, value: parseEther('5') })
  await receiptOf(client, hash)
  await client.request<{ Method: 'evm_increaseTime'; Parameters: [number]; ReturnType: number }>({
    method: 'evm_increaseTime',
    params: [86_400],
  })
  expect(await client.getBalance({ address })).toBeLessThan(before - parseEther('5'))

  const { milliseconds } = await sandbox.reset()
  console.info(`reset: ${milliseconds} ms`)
  expect(milliseconds).toBeLessThan(2000)
  expect(await client.getBalance({ address })).toBe(parseEther('10000'))
  expect(await client.getTransactionCount({ address })).toBe(0)
  await walletOf(base, 0).sendTransaction({ to: accounts[1].address, value: 1n })
  const { timestamp } = await client.getBlock()
  expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(60)

  await sandbox.reset()
  expect(await client.getTransactionCount({ address })).toBe(0)
})

test('comes back to the seed even when a test has thrown the snapshot away', async () => {
  const client = clientOf(mainnet)
  const request = (method: string, params: unknown[]) => rpc(sandbox.urls.chains[1], method, params)
  await request('anvil_setBalance', [accounts[0].address, '0x0'])
  await request('evm_revert', ['0x0'])
  await sandbox.reset()
  expect(await client.getBalance({ address: accounts[0].address })).toBe(parseEther('10000'))
  expect(await client.getEnsAddress({ name: 'mira.eth' })).toBe(accounts[0].address)
})

test('has what smart accounts need on each chain: entry point, factory, funded paymaster, permissions, and senders with ether', async () => {
  const codeAt = [entryPoint08.address, accountFactory, addresses.paymaster, simple7702Deployment().address]
  const placed = delegationContracts().map(({ address }) => address)
  for (const chain of chains) {
    const client = clientOf(chain)
    const codes = await Promise.all([...codeAt, ...placed].map((address) => client.getCode({ address })))
    expect(codes.filter((code) => code === undefined)).toEqual([])
    const args = [addresses.paymaster] as const
    const deposit = await client.readContract({ address: entryPoint08.address, abi: entryPoint08Abi, functionName: 'balanceOf', args })
    expect(deposit).toBe(parseEther('1000'))
    for (const { address } of executors) expect(await client.getBalance({ address })).toBe(parseEther('1000'))
    const owner = accounts[0].address
    const account = await client.readContract({ address: accountFactory, abi: accountFactoryAbi, functionName: 'accountOf', args: [owner] })
    expect(account).toBe(accountAddress(owner))
  }
  for (const { index, address } of [sponsor, ...executors]) {
    expect(mnemonicToAccount(mnemonic, { addressIndex: index }).address).toBe(address)
  }
})
