import { readFileSync } from 'node:fs'
import { type Address, type Hex, encodeFunctionData, parseEther, parseGwei } from 'viem'
import { entryPoint08Abi, toPackedUserOperation } from 'viem/account-abstraction'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountAddress, accountInitCode, encodeExecuteBatch, entryPoint08, simple7702Account } from './index.js'
import { redeemDelegations } from './permissions/index.js'
import { newKey } from './test/accounts.js'
import { type TestChain, startChain } from './test/chain.js'
import { type Operation, type OperationParameters, makeOperation, signOperation } from './test/operations.js'
import { deployToken, grant, mint, transfer } from './test/permissions.js'

let chain: TestChain
let token: Address
beforeAll(async () => {
  chain = await startChain()
  token = await deployToken(chain)
  // Whoever is paid has been paid before: the first ether of an address costs 25,000 more, whoever sends it.
  for (const { to } of payments) await chain.test.setBalance({ address: to, value: 1n })
  await mint(chain, token, payee, 1n)
}, 60_000)
afterAll(() => chain.stop())

const payments = Array.from({ length: 5 }, (_, index): { to: Hex; value: bigint } => ({
  to: `0x${String(index + 1).repeat(40)}`,
  value: 7n,
}))
const payee = payments[0]!.to // there are five
const payToken = (to: Address) => ({ to: token, data: transfer(to, 5n) })

/** What a whole transaction takes that brings one operation to the entry point. */
async function gasOf(operation: Operation): Promise<number> {
  const args = [[toPackedUserOperation(operation)], chain.bundler] as const
  const data = encodeFunctionData({ abi: entryPoint08Abi, functionName: 'handleOps', args })
  const { status, gasUsed, logs } = await chain.send({ to: entryPoint08.address, data, gas: 5_000_000n })
  // Of its event the second word says whether it was done.
  const done = logs.some(({ topics, data: said }) => topics[0]?.startsWith('0x49628fd1') && BigInt(`0x${said.slice(66, 130)}`) === 1n)
  expect({ status, done }).toEqual({ status: 'success', done: true })
  return Number(gasUsed)
}

/** Of a new account of ours: every operation is paid by the account itself. */
async function ours(): Promise<Record<string, number>> {
  const [deployed, owner] = [newKey(), newKey()]
  const { factory, factoryData } = accountInitCode(deployed.address)
  const { gasUsed: deploy } = await chain.send({ to: factory, data: factoryData })
  const sender = accountAddress(owner.address)
  await chain.test.setBalance({ address: sender, value: parseEther('1') })
  await mint(chain, token, sender, 1000n)
  const does = async (parameters: Omit<OperationParameters, 'sender'>) =>
    gasOf(await signOperation(await makeOperation(chain, { sender, ...parameters }), owner, chain.chainId))
  const first = await does({ calls: payments.slice(0, 1), firstOwner: owner.address })
  const pay = await does({ calls: payments.slice(0, 1) })
  const tokens = await does({ calls: [payToken(payee)] })
  const batch = await does({ calls: payments })
  const delegate = newKey()
  await chain.test.setBalance({ address: delegate.address, value: parseEther('1') })
  const scope = { kind: 'token', token, amount: 100n, periodSeconds: 3600 } as const
  const delegation = await grant(chain, { account: sender, owner, delegate: delegate.address, scope })
  const { to, data } = redeemDelegations([{ delegation, call: payToken(payee) }])
  const redeems = async () => Number((await chain.send({ from: delegate.address, to, data, gas: 2_000_000n })).gasUsed)
  return {
    deploy: Number(deploy),
    'first transfer with the deployment': first,
    transfer: pay,
    'transfer of a token': tokens,
    'batch of 5 transfers': batch,
    'token by permission at first': await redeems(),
    'token by permission later': await redeems(),
  }
}

/** Of a plain address that is upgraded (EIP-7702): it sends its transactions itself. */
async function upgraded(): Promise<Record<string, number>> {
  const [alone, key] = [newKey(), newKey()]
  for (const { address } of [alone, key]) await chain.test.setBalance({ address, value: parseEther('1') })
  await mint(chain, token, key.address, 1000n)
  const calls = (...each: Parameters<typeof encodeExecuteBatch>[0]) => encodeExecuteBatch(each)
  return {
    deploy: await sends(alone, '0x', true),
    'first transfer with the deployment': await sends(key, calls(payments[0]!), true),
    transfer: await sends(key, calls(payments[0]!)),
    'transfer of a token': await sends(key, calls(payToken(payee))),
    'batch of 5 transfers': await sends(key, calls(...payments)),
  }
}

/** What an address's transaction to itself takes. */
async function sends(key: PrivateKeyAccount, data: Hex, upgrades = false): Promise<number> {
  const nonce = await chain.reader.getTransactionCount({ address: key.address })
  const common = {
    chainId: chain.chainId,
    nonce,
    to: key.address,
    data,
    gas: 1_000_000n,
    maxFeePerGas: parseGwei('5'),
    maxPriorityFeePerGas: 1n,
  }
  const authorization = { chainId: chain.chainId, address: simple7702Account, nonce: nonce + 1 }
  const raw = await key.signTransaction(
    upgrades
      ? { ...common, type: 'eip7702', authorizationList: [await key.signAuthorization(authorization)] }
      : { ...common, type: 'eip1559' },
  )
  const hash = await chain.reader.sendRawTransaction({ serializedTransaction: raw })
  const { status, gasUsed } = await chain.reader.waitForTransactionReceipt({ hash })
  expect(status).toBe('success')
  return Number(gasUsed)
}

/** The figures of docs/accounts.md: by row, ours and the upgraded address's. */
function documented(): Map<string, readonly string[]> {
  const text = readFileSync(new URL('../../../docs/accounts.md', import.meta.url), 'utf8')
  const rows = text.split('\n').filter((line) => line.startsWith('|'))
  return new Map(
    rows.map((line) => {
      const [, name = '', ...cells] = line.split('|').map((cell) => cell.trim().replaceAll(',', ''))
      return [name.toLowerCase(), cells]
    }),
  )
}

test('docs/accounts.md says what things take on an EVM, to a hundredth', async () => {
  const measured = [await ours(), await upgraded()]
  const rows = documented()
  const differ: string[] = []
  for (const [column, figures] of measured.entries()) {
    for (const [name, gas] of Object.entries(figures)) {
      const said = Number(rows.get(name)?.[column])
      // A zero in a key or a signature is cheaper than another byte.
      if (!(Math.abs(said - gas) <= gas / 100)) differ.push(`${name}, column ${column}: ${gas}, and not ${said}`)
    }
  }
  expect(differ).toEqual([])
}, 60_000)
