import { accountAddress, accountInitCode, encodeExecute, entryPoint08 } from '@portico/contracts'
import { type Hex, createPublicClient, encodeFunctionData, http, numberToHex } from 'viem'
import { type UserOperation, getUserOperationHash } from 'viem/account-abstraction'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { executors, sponsor } from '../accounts.js'
import { addresses, collectionAbi, tokenAbi } from '../contracts/index.js'
import { type ChainId, chains } from '../parts.js'
import { createSandbox } from '../sandbox.js'
import { smartAccountsAt } from './smartAccounts.js'

const site = 'http://127.0.0.1:5173'
const sandbox = createSandbox({ portOffset: 2420, quiet: true })
beforeAll(async () => void (await sandbox.ready), 60_000)
afterAll(() => sandbox.stop(), 30_000)

const answer = z.object({ result: z.optional(z.unknown()), error: z.optional(z.object({ code: z.number(), message: z.string() })) })
/** Asks bundler and paymaster of a chain as the secure site's page does. */
async function ask(chainId: ChainId, method: string, ...params: unknown[]) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json', origin: sandbox.urls.secureSite }
  const response = await fetch(smartAccountsAt(sandbox.urls.gateway, chainId).bundlerUrl, { method: 'POST', headers, body })
  return answer.parse(await response.json())
}
const wire = (operation: UserOperation<'0.8'>) =>
  Object.fromEntries(Object.entries(operation).map(([name, value]) => [name, typeof value === 'bigint' ? numberToHex(value) : value]))
const sponsorship = (chainId: ChainId, operation: UserOperation<'0.8'>, origin = site) =>
  ask(chainId, 'pm_getPaymasterData', wire(operation), entryPoint08.address, numberToHex(chainId), { origin })

/** The first operation of an account that nobody has deployed, and that holds nothing. */
function firstOperation(owner: Hex, calls: Parameters<typeof encodeExecute>[0]): UserOperation<'0.8'> {
  return {
    sender: accountAddress(owner),
    nonce: 0n,
    ...accountInitCode(owner),
    callData: encodeExecute(calls),
    callGasLimit: 400_000n,
    verificationGasLimit: 500_000n,
    preVerificationGas: 100_000n,
    maxFeePerGas: 3_000_000_000n,
    maxPriorityFeePerGas: 1_000_000_000n,
    signature: '0x',
  }
}

test.each(chains)('$name: brings the first operation of an account without ether to the chain, and pays for it', async ({ id }) => {
  const owner = privateKeyToAccount(generatePrivateKey())
  const to = accountAddress(owner.address)
  const mint = encodeFunctionData({ abi: collectionAbi, functionName: 'mint', args: [to] })
  const operation = firstOperation(owner.address, [{ to: addresses.collection, data: mint }])
  const { result, error } = await sponsorship(id, operation)
  expect(error).toBeUndefined()
  const agreed = z.object({
    paymaster: z.string(),
    paymasterData: z.string(),
    paymasterVerificationGasLimit: z.string(),
    paymasterPostOpGasLimit: z.string(),
  })
  const { paymaster, paymasterData, ...limits } = agreed.parse(result)
  const paid = {
    ...operation,
    paymaster: paymaster as Hex,
    paymasterData: paymasterData as Hex,
    paymasterVerificationGasLimit: BigInt(limits.paymasterVerificationGasLimit),
    paymasterPostOpGasLimit: BigInt(limits.paymasterPostOpGasLimit),
  }
  const hash = getUserOperationHash({ chainId: id, entryPointAddress: entryPoint08.address, entryPointVersion: '0.8', userOperation: paid })
  const signed = { ...paid, signature: await owner.sign({ hash }) }
  expect(await ask(id, 'eth_sendUserOperation', wire(signed), entryPoint08.address)).toEqual({ result: hash })
  await expect
    .poll(async () => (await ask(id, 'eth_getUserOperationReceipt', hash)).result, { timeout: 30_000 })
    .toMatchObject({ success: true })
  const client = createPublicClient({ transport: http(sandbox.urls.chains[id]) })
  expect(await client.readContract({ address: addresses.collection, abi: collectionAbi, functionName: 'balanceOf', args: [to] })).toBe(1n)
  expect(await client.getBalance({ address: to })).toBe(0n)
})

test('pays for calls of the demo’s page alone: no coins, no other contract, no other site', async () => {
  const owner = privateKeyToAccount(generatePrivateKey()).address
  const claim = encodeFunctionData({ abi: tokenAbi, functionName: 'mint', args: [owner, 1n] })
  const claiming = firstOperation(owner, [{ to: addresses.usdc, data: claim }])
  expect((await sponsorship(1, claiming)).error).toBeUndefined()
  for (const [operation, origin] of [
    [claiming, 'http://127.0.0.1:5999'],
    [
      firstOperation(owner, [
        { to: addresses.usdc, data: claim },
        { to: owner, value: 1n },
      ]),
      site,
    ],
    [firstOperation(owner, [{ to: addresses.weth, data: claim }]), site],
  ] as const) {
    expect((await sponsorship(1, operation, origin)).error).toMatchObject({ code: -32_001 })
  }
})

test('the keys of the gateway are those of the accounts that the chains know', () => {
  for (const { key, address } of [sponsor, ...executors]) expect(privateKeyToAccount(key).address).toBe(address)
})
