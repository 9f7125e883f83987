import { type Address, encodeFunctionData, getAddress, parseEther } from 'viem'
import { entryPoint08Abi, toPackedUserOperation } from 'viem/account-abstraction'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { delegationTo, encodeExecute, encodeExecuteBatch, entryPoint08, simple7702Account } from '../index.js'
import { newAccount, newKey } from '../test/accounts.js'
import { type TestChain, startChain } from '../test/chain.js'
import { type Operation, makeOperation, signOperation, sponsorOperation, submit } from '../test/operations.js'
import { decodePaymasterData, encodePaymasterData, paymasterAbi } from './index.js'

let chain: TestChain
beforeAll(async () => void (chain = await startChain()), 60_000)
afterAll(() => chain.stop())

const nobody = getAddress('0x00000000000000000000000000000000deadbeef')
const now = async () => Number((await chain.reader.getBlock()).timestamp)
const depositOf = () =>
  chain.reader.readContract({ address: entryPoint08.address, abi: entryPoint08Abi, functionName: 'balanceOf', args: [chain.paymaster] })
const setSigner = (signer: Address) => encodeFunctionData({ abi: paymasterAbi, functionName: 'setSigner', args: [signer] })
const withdraw = (to: Address, value: bigint) => encodeFunctionData({ abi: paymasterAbi, functionName: 'withdraw', args: [to, value] })

test('pays for what its signer agreed to, from its deposit and not from the account', async () => {
  const { owner, account } = await newAccount(chain)
  const before = await depositOf()
  const time = await now()
  const made = await makeOperation(chain, { sender: account, calls: [{ to: nobody, value: 1n }] })
  const operation = await sponsorOperation(chain, made, { validAfter: time - 60, validUntil: time + 60 })
  expect(await submit(chain, await signOperation(operation, owner, chain.chainId))).toBe('done')
  expect(await depositOf()).toBeLessThan(before)
  expect(await chain.reader.getBalance({ address: account })).toBe(parseEther('1') - 1n)
})

test('pays for nothing that has expired, is not valid yet, or that another has signed', async () => {
  const { owner, account } = await newAccount(chain)
  const time = await now()
  const made = await makeOperation(chain, { sender: account, calls: [{ to: nobody, value: 1n }] })
  const before = await depositOf()
  for (const sponsorship of [
    { validUntil: time - 1 },
    { validAfter: time + 600 },
    { validAfter: time - 60, validUntil: time + 60, signer: newKey() },
    { signer: owner },
  ]) {
    const operation = await sponsorOperation(chain, made, sponsorship)
    expect(await submit(chain, await signOperation(operation, owner, chain.chainId))).toBe('refused')
  }
  expect(await depositOf()).toBe(before)
})

test('pays for no operation but the one that was agreed to', async () => {
  const { owner, account } = await newAccount(chain)
  const second = await newAccount(chain)
  const time = await now()
  const made = await makeOperation(chain, { sender: account, calls: [{ to: nobody, value: 1n }] })
  const operation = await sponsorOperation(chain, made, { validUntil: time + 600 })
  const before = await depositOf()
  const changes: Partial<Operation>[] = [
    { callData: encodeExecute([{ to: nobody, value: 2n }]) },
    { nonce: operation.nonce + (1n << 64n) },
    { callGasLimit: operation.callGasLimit * 2n },
    { verificationGasLimit: operation.verificationGasLimit * 2n },
    { preVerificationGas: operation.preVerificationGas * 2n },
    { maxFeePerGas: operation.maxFeePerGas * 2n },
    { maxPriorityFeePerGas: operation.maxPriorityFeePerGas * 2n },
    { paymasterVerificationGasLimit: 200_000n },
    { paymasterPostOpGasLimit: 1n },
    { paymasterData: later(operation) },
  ]
  for (const change of changes) {
    expect(await submit(chain, await signOperation({ ...operation, ...change }, owner, chain.chainId))).toBe('refused')
  }
  expect(await submit(chain, await signOperation({ ...operation, sender: second.account }, second.owner, chain.chainId))).toBe('refused')
  expect(await depositOf()).toBe(before)
  expect(await submit(chain, await signOperation(operation, owner, chain.chainId))).toBe('done')
})

test('an agreement for a sender that delegates to some code is none for a contract of its own', async () => {
  const { owner, account } = await newAccount(chain)
  const made = await makeOperation(chain, { sender: account, calls: [{ to: nobody }] })
  const delegated = await sponsorOperation(chain, made, { delegate: nobody })
  expect(await submit(chain, await signOperation(delegated, owner, chain.chainId))).toBe('refused')
  expect(await submit(chain, await signOperation(await sponsorOperation(chain, made), owner, chain.chainId))).toBe('done')
})

test('an agreement for a delegated sender counts in every form in which bundlers bring its mark, and with no other', async () => {
  const owner = newKey()
  await chain.test.setCode({ address: owner.address, bytecode: delegationTo(simple7702Account) })
  const forms = ['0x7702', `0x7702${'00'.repeat(18)}`] as const
  for (const signedFor of forms) {
    for (const brought of forms) {
      const made = await makeOperation(chain, { sender: owner.address, calls: [] })
      const draft = { ...made, callData: encodeExecuteBatch([{ to: nobody }]), factory: signedFor, factoryData: '0x' } as const
      const agreed = { ...(await sponsorOperation(chain, draft, { delegate: simple7702Account })), factory: brought }
      const args = [toPackedUserOperation(agreed)] as const
      const hash = await chain.reader.readContract({ ...entryPoint08, abi: entryPoint08Abi, functionName: 'getUserOpHash', args })
      const signature = await owner.sign({ hash })
      for (const factory of ['0x770201', undefined] as const)
        expect(await submit(chain, { ...agreed, factory, signature }), `${signedFor} as ${factory}`).toBe('refused')
      expect(await submit(chain, { ...agreed, signature }), `${signedFor} as ${brought}`).toBe('done')
    }
  }
})

test('an agreement for one chain is none for another', async () => {
  const { owner, account } = await newAccount(chain)
  const made = await makeOperation(chain, { sender: account, calls: [{ to: nobody }] })
  const elsewhere = await sponsorOperation({ ...chain, chainId: 10 }, made)
  expect(await submit(chain, await signOperation(elsewhere, owner, chain.chainId))).toBe('refused')
})

test('its owner alone names the signer and takes out; what the old signer agreed to counts no longer', async () => {
  const { owner, account } = await newAccount(chain)
  const { operator, sponsor, bundler, paymaster } = chain
  const next = newKey()
  await chain.test.setBalance({ address: operator.address, value: parseEther('1') })
  await chain.test.setBalance({ address: sponsor.address, value: parseEther('1') })
  for (const from of [bundler, sponsor.address]) {
    for (const data of [setSigner(from), withdraw(from, 1n)]) {
      expect((await chain.send({ from, to: paymaster, data })).status).toBe('reverted')
    }
  }
  const before = await depositOf()
  expect((await chain.send({ from: operator.address, to: paymaster, data: withdraw(nobody, 5n) })).status).toBe('success')
  expect(await depositOf()).toBe(before - 5n)

  const made = await makeOperation(chain, { sender: account, calls: [{ to: nobody }] })
  expect((await chain.send({ from: operator.address, to: paymaster, data: setSigner(next.address) })).status).toBe('success')
  expect(await submit(chain, await signOperation(await sponsorOperation(chain, made), owner, chain.chainId))).toBe('refused')
  const renewed = await sponsorOperation(chain, made, { signer: next })
  expect(await submit(chain, await signOperation(renewed, owner, chain.chainId))).toBe('done')
  await chain.send({ from: operator.address, to: paymaster, data: setSigner(sponsor.address) })
})

test('the entry point alone asks it to pay', async () => {
  const data = encodeFunctionData({ abi: paymasterAbi, functionName: 'postOp', args: [0, '0x', 0n, 0n] })
  expect((await chain.send({ to: chain.paymaster, data })).status).toBe('reverted')
})

test('what is written is read again, and nothing else is', () => {
  const data = { validAfter: 5, validUntil: 2 ** 48 - 1, signature: `0x${'ab'.repeat(65)}` } as const
  expect(decodePaymasterData(encodePaymasterData(data))).toEqual(data)
  expect(() => decodePaymasterData('0x00')).toThrow('This is not what the paymaster reads')
})

/** The agreement with a longer time, and the signature of the shorter. */
function later({ paymasterData = '0x' }: Operation) {
  const { validAfter, validUntil, signature } = decodePaymasterData(paymasterData)
  return encodePaymasterData({ validAfter, validUntil: validUntil + 600, signature })
}
