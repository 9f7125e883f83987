import { type Hex, hashMessage, hashTypedData, parseErc6492Signature } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAccount, newKey } from '../test/accounts.js'
import { type TestChain, startChain } from '../test/chain.js'
import {
  type Signer,
  type TypedData,
  accountAbi,
  accountAddress,
  messageToSign,
  typedDataToSign,
  TypedDataUnsignableError,
  wrap6492,
  wrapTypedDataSignature,
} from '../index.js'

let chain: TestChain
let other: TestChain
beforeAll(async () => {
  ;[chain, other] = await Promise.all([startChain(8453), startChain(10)])
}, 60_000)
afterAll(() => {
  chain.stop()
  other.stop()
})

/** Permit2's single permit: its nested struct comes before the primary type in the alphabet. */
const permit2: TypedData = {
  domain: { name: 'Permit2', chainId: 8453, verifyingContract: '0x000000000022D473030F116dDEE9F6B43aC78BA3' },
  types: {
    PermitSingle: [
      { name: 'details', type: 'PermitDetails' },
      { name: 'spender', type: 'address' },
      { name: 'sigDeadline', type: 'uint256' },
    ],
    PermitDetails: [
      { name: 'token', type: 'address' },
      { name: 'amount', type: 'uint160' },
      { name: 'expiration', type: 'uint48' },
      { name: 'nonce', type: 'uint48' },
    ],
  },
  primaryType: 'PermitSingle',
  message: {
    details: { token: '0x6d0655D88BD0eaCf3642aCa49cA202154Ebd6dc6', amount: 2n ** 160n - 1n, expiration: 2_000_000_000, nonce: 0 },
    spender: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    sigDeadline: 2_000_000_000n,
  },
}

const orders: TypedData = {
  domain: { name: 'Harbor', version: '1', chainId: 8453 },
  types: {
    Order: [
      { name: 'maker', type: 'Person' },
      { name: 'items', type: 'Item[]' },
    ],
    Person: [{ name: 'wallet', type: 'address' }],
    Item: [
      { name: 'token', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ],
    Unused: [{ name: 'nothing', type: 'bytes' }],
  },
  primaryType: 'Order',
  message: {
    maker: { wallet: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' },
    items: [{ token: '0x6d0655D88BD0eaCf3642aCa49cA202154Ebd6dc6', amount: 5n }],
  },
}

async function signTypedData(owner: PrivateKeyAccount, signer: Signer, typedData: TypedData): Promise<Hex> {
  const signature = await owner.signTypedData(typedDataToSign({ ...signer, typedData }))
  return wrapTypedDataSignature({ signature, typedData })
}

/** What the account itself says of a signature (ERC-1271), on one chain. */
async function accepts(account: Hex, hash: Hex, signature: Hex, on: TestChain = chain): Promise<boolean> {
  const args = [hash, signature] as const
  return (await on.reader.readContract({ address: account, abi: accountAbi, functionName: 'isValidSignature', args })) === '0x1626ba7e'
}

test('S23: a message that the owner signs for the account is the account’s', async () => {
  const { owner, account } = await newAccount(chain)
  const signature = await owner.signTypedData(messageToSign({ account, chainId: 8453, message: 'Sign in to Portico' }))
  expect(await accepts(account, hashMessage('Sign in to Portico'), signature)).toBe(true)
  expect(await accepts(account, hashMessage('Sign in to Harbor'), signature)).toBe(false)
  const bytes = { raw: '0xdeadbeef' } as const
  const ofBytes = await owner.signTypedData(messageToSign({ account, chainId: 8453, message: bytes }))
  expect(await accepts(account, hashMessage(bytes), ofBytes)).toBe(true)
})

test('S23: typed data too, also where a nested type comes before the primary one in the alphabet', async () => {
  const { owner, account } = await newAccount(chain)
  for (const typedData of [permit2, orders]) {
    const signature = await signTypedData(owner, { account, chainId: 8453 }, typedData)
    expect(await accepts(account, hashTypedData(typedData), signature)).toBe(true)
    expect(await chain.reader.verifyHash({ address: account, hash: hashTypedData(typedData), signature })).toBe(true)
    const changed = { ...typedData, domain: { ...typedData.domain, chainId: 1 } }
    expect(await accepts(account, hashTypedData(changed), signature)).toBe(false)
  }
})

test('S23: what the owner’s plain address has signed counts for the account in no form', async () => {
  const { owner, account } = await newAccount(chain)
  const plainMessage = await owner.signMessage({ message: 'Hello' })
  expect(await accepts(account, hashMessage('Hello'), plainMessage)).toBe(false)
  for (const typedData of [permit2, orders]) {
    const plain = await owner.signTypedData(typedData)
    expect(await accepts(account, hashTypedData(typedData), plain)).toBe(false)
    expect(await accepts(account, hashTypedData(typedData), wrapTypedDataSignature({ signature: plain, typedData }))).toBe(false)
  }
  const raw = await owner.sign({ hash: hashMessage('Hello') })
  expect(await accepts(account, hashMessage('Hello'), raw)).toBe(false)
})

test('S23: a signature counts for one account on one chain', async () => {
  const { owner, account } = await newAccount(chain)
  await newAccount(other)
  const second = await newAccount(chain)
  const message = 'Hello'
  const signature = await owner.signTypedData(messageToSign({ account, chainId: 8453, message }))
  const typed = await signTypedData(owner, { account, chainId: 8453 }, orders)
  const { factory, factoryData } = parseInit(wrap6492({ owner: owner.address, signature }))
  await other.send({ to: factory, data: factoryData })
  expect(await accepts(account, hashMessage(message), signature, other)).toBe(false)
  expect(await accepts(account, hashTypedData(orders), typed, other)).toBe(false)
  expect(await accepts(second.account, hashMessage(message), signature)).toBe(false)
  expect(await accepts(second.account, hashTypedData(orders), typed)).toBe(false)
})

test('S23: an account that is not there yet signs by ERC-6492, and nobody else signs for it', async () => {
  const owner = newKey()
  const stranger = newKey()
  const account = accountAddress(owner.address)
  const message = 'Sign in to Portico'
  const toSign = messageToSign({ account, chainId: 8453, message })
  const wrapped = wrap6492({ owner: owner.address, signature: await owner.signTypedData(toSign) })
  const verify = (signature: Hex) => chain.reader.verifyMessage({ address: account, message, signature })
  expect(await verify(wrapped)).toBe(true)
  expect(await verify(wrap6492({ owner: owner.address, signature: await stranger.signTypedData(toSign) }))).toBe(false)
  expect(await verify(wrap6492({ owner: stranger.address, signature: await stranger.signTypedData(toSign) }))).toBe(false)
  expect(await chain.reader.getCode({ address: account })).toBeUndefined()
})

test('typed data that ERC-7739 has no form for is refused before anybody signs it', () => {
  const signer = { account: accountAddress(newKey().address), chainId: 1 }
  const named = (name: string): TypedData => ({ domain: {}, types: { [name]: [] }, primaryType: name, message: {} })
  for (const name of ['permit', 'Two Words', 'TypedDataSign', '']) {
    expect(() => typedDataToSign({ ...signer, typedData: named(name) })).toThrow(TypedDataUnsignableError)
    expect(() => wrapTypedDataSignature({ signature: '0x', typedData: named(name) })).toThrow(TypedDataUnsignableError)
  }
})

function parseInit(wrapped: Hex) {
  const { address = '0x', data = '0x' } = parseErc6492Signature(wrapped)
  return { factory: address, factoryData: data }
}
