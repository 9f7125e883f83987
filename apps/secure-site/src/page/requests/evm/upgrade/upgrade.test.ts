import { secp256k1 } from '@noble/curves/secp256k1.js'
import { delegateIn, delegationTo, encodeExecuteBatch, simple7702Account } from '@portico/contracts'
import { evmVerifier } from '@portico/siwx/server/evm'
import { type Hex, getAddress, hexToBytes, numberToHex, parseEther, parseTransaction, stringToHex } from 'viem'
import { getUserOperationTypedData } from 'viem/account-abstraction'
import { bytesToHex, publicKeyToAddress, recoverAuthorizationAddress } from 'viem/utils'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startChain, type TestChain } from '../../../../../../../packages/contracts/src/test/chain.js'
import type { Keys } from '../../../types.js'
import { bodyOf, testContext } from '../../kit.test.helper.js'
import { prepareRequest } from '../../prepare.js'
import { forwardRead } from '../../read.js'
import type { PrepareContext } from '../../types.js'
import { smartNetwork } from '../smart/bundler.test.helper.js'

let chain: TestChain
beforeAll(async () => void (chain = await startChain()), 60_000)
afterAll(() => chain.stop())

const friend = getAddress('0x70997970c51812dc3a010c7d01b50e0d17dc79c8')
const other = getAddress('0x000000000000000000000000000000000000bEEF')
let seed = 0

/** A plain account with an ether that nobody had before, on a network that is turned on. */
async function setUp(more: Partial<PrepareContext> = {}) {
  const privateKey = hexToBytes(numberToHex(2_000_000 + seed++, { size: 32 }))
  const own = publicKeyToAddress(bytesToHex(secp256k1.getPublicKey(privateKey, false)))
  await chain.test.setBalance({ address: own, value: parseEther('1') })
  const network = smartNetwork(chain)
  const sent: Hex[] = []
  const fetch: typeof globalThis.fetch = (url, init) => {
    const { method, params } = JSON.parse(bodyOf(init)) as { method: string; params: Hex[] }
    if (method === 'eth_sendRawTransaction' && params[0]) sent.push(params[0])
    return globalThis.fetch(url, init)
  }
  const { addresses, active } = testContext()
  const context = testContext({
    addresses: { eip155: own, solana: addresses.solana },
    active: { eip155: network.id, solana: active.solana },
    networks: [network],
    riskyAbove: { [network.id]: String(10n ** 18n) },
    fetch,
    ...more,
  })
  const keys: Pick<Keys, 'withKey'> = { withKey: async (_, run) => run(privateKey) }
  const prepare = (method: string, params: unknown) => prepareRequest({ id: 'r', method, params }, context)
  const batch = (calls: readonly object[], rest: object = {}) =>
    prepare('wallet_sendCalls', [{ version: '2.0.0', chainId: numberToHex(chain.chainId), atomicRequired: true, calls, ...rest }])
  const atomicity = async (): Promise<unknown> => {
    const answer = (await forwardRead('wallet_getCapabilities', [own], undefined, context)) as Record<string, { atomic: unknown }>
    return answer[numberToHex(chain.chainId)]?.atomic
  }
  const status = (id: unknown) => forwardRead('wallet_getCallsStatus', [id], undefined, context)
  const codeOf = async (address: Hex = own) => (await chain.reader.getCode({ address })) ?? '0x'
  const setCode = (code: Hex) => chain.test.setCode({ address: own, bytecode: code })
  return { own, network, context, keys, prepare, batch, atomicity, status, codeOf, setCode, sent }
}

const pay = (to: Hex, value: bigint) => ({ to, value: numberToHex(value) })
const balanceOf = (address: Hex) => chain.reader.getBalance({ address })
/** Has no function at all, and so refuses every call with data. */
const fails = () => ({ to: chain.paymaster, data: '0xdeadbeef' })

describe('a batch that is all or nothing, of a plain account', () => {
  test('S15: it is ready, the batch upgrades it to Simple7702Account alone, and from then on it is supported', async () => {
    const { own, batch, keys, atomicity, status, codeOf, sent } = await setUp()
    expect(await atomicity()).toEqual({ status: 'ready' })
    const before = await Promise.all([friend, other].map(balanceOf))
    const request = await batch([pay(friend, 7n), pay(other, 5n)])
    // Asked for in words first, shown as what it is, and approved in a window.
    expect(request).toMatchObject({
      upgrades: { foreign: false },
      risk: 'risky',
      changes: [{ symbol: 'ETH', amount: '-0.000000000000000012' }],
    })
    expect(request.effects.map(({ kind }) => kind)).toEqual(['upgrade', 'send', 'send'])
    expect(request.effects[0]?.values).toEqual({ delegate: simple7702Account })
    const { id } = (await request.sign(keys)) as { id: string }
    await expect.poll(() => status(id)).toMatchObject({ status: 200, atomic: true, receipts: [{ status: '0x1' }] })
    expect(delegateIn(await codeOf())).toBe(simple7702Account)
    expect(await balanceOf(friend)).toBe((before[0] ?? 0n) + 7n)
    expect(await balanceOf(other)).toBe((before[1] ?? 0n) + 5n)
    expect(await atomicity()).toEqual({ status: 'supported' })

    // One transaction, whose one authorisation names this chain, this account’s next nonce and nothing else.
    expect(sent).toHaveLength(1)
    const { authorizationList = [], nonce } = parseTransaction(sent[0] as `0x04${string}`)
    expect(authorizationList).toMatchObject([
      { chainId: chain.chainId, address: simple7702Account.toLowerCase(), nonce: Number(nonce ?? 0) + 1 },
    ])
    const [authorization] = authorizationList
    expect(authorization && (await recoverAuthorizationAddress({ authorization }))).toBe(own)
    const shown = new Map(request.details.map(({ path, value }) => [path, value]))
    expect(shown.get('authorizationList[0].chainId')).toBe(String(chain.chainId))
    expect(shown.get('authorizationList[0].address')).toBe(simple7702Account)
    expect(shown.get('calls[1].to')).toBe(other)
  })

  test('once upgraded every batch is one transaction without an authorisation, also where the site could do without', async () => {
    const { batch, keys, status, setCode, sent } = await setUp()
    await setCode(delegationTo(simple7702Account))
    const request = await batch([pay(friend, 7n), pay(other, 5n)], { atomicRequired: false })
    expect(request).not.toHaveProperty('upgrades')
    expect(request.effects.map(({ kind }) => kind)).toEqual(['send', 'send'])
    expect(request.hash).toMatch(/^0x[0-9a-f]{64}$/)
    const { id } = (await request.sign(keys)) as { id: string }
    await expect.poll(() => status(id)).toMatchObject({ status: 200, atomic: true })
    expect(sent).toHaveLength(1)
    expect(parseTransaction(sent[0] as `0x02${string}`)).toMatchObject({ type: 'eip1559' })
  })

  test('a call that fails takes the others back, and is said before and after', async () => {
    const { batch, keys, status, setCode } = await setUp()
    await setCode(delegationTo(simple7702Account))
    const before = await balanceOf(friend)
    const request = await batch([pay(friend, 7n), fails()])
    expect(request.warnings.map(({ kind }) => kind)).toContain('willFail')
    const { id } = (await request.sign(keys)) as { id: string }
    await expect.poll(() => status(id)).toMatchObject({ status: 500, atomic: true })
    expect(await balanceOf(friend)).toBe(before)
  })

  test('a site that can do without gets one transaction after the other, and nobody is asked for an upgrade', async () => {
    const { batch, keys, status, codeOf, sent } = await setUp()
    const request = await batch([pay(friend, 7n), pay(other, 5n)], { atomicRequired: false })
    expect(request).not.toHaveProperty('upgrades')
    const { id } = (await request.sign(keys)) as { id: string }
    await expect.poll(() => status(id)).toMatchObject({ status: 200, atomic: false })
    expect(sent).toHaveLength(2)
    expect(await codeOf()).toBe('0x')
  })

  test('code of another wallet is said to be replaced, and is', async () => {
    const { batch, keys, codeOf, setCode, atomicity } = await setUp()
    await setCode(delegationTo(friend))
    expect(await atomicity()).toEqual({ status: 'ready' })
    const request = await batch([pay(other, 5n)])
    expect(request.upgrades).toEqual({ foreign: true })
    await request.sign(keys)
    expect(delegateIn(await codeOf())).toBe(simple7702Account)
  })

  test('5760 where the operator has not turned it on, where the code does not stand, and where the account is a contract', async () => {
    const off = await setUp()
    const { smartAccounts: _, ...plainNetwork } = off.network
    const refused = { name: 'BatchRefusedError', code: 5760 }
    const elsewhere = await setUp({ networks: [plainNetwork] })
    await expect(elsewhere.batch([pay(friend, 1n)])).rejects.toMatchObject(refused)
    expect(await elsewhere.atomicity()).toEqual({ status: 'unsupported' })
    const contract = await setUp()
    await contract.setCode('0x6001')
    await expect(contract.batch([pay(friend, 1n)])).rejects.toMatchObject(refused)
    const code = await off.codeOf(simple7702Account)
    await chain.test.setCode({ address: simple7702Account, bytecode: '0x' })
    await expect(off.batch([pay(friend, 1n)])).rejects.toMatchObject(refused)
    expect(await off.atomicity()).toEqual({ status: 'unsupported' })
    await chain.test.setCode({ address: simple7702Account, bytecode: code })
  })
})

describe('S15: what a site cannot have of an upgraded account', () => {
  test('delegation to anything else: no authorisation of a site is signed, not even this one', async () => {
    const { prepare, batch } = await setUp()
    for (const address of [friend, simple7702Account]) {
      const authorizationList = [{ address, chainId: numberToHex(chain.chainId) }]
      await expect(prepare('eth_sendTransaction', [{ to: friend, authorizationList }])).rejects.toMatchObject({
        name: 'DelegateNotListedError',
      })
      await expect(batch([{ to: friend, authorizationList }])).rejects.toMatchObject({ name: 'InvalidParamsError' })
    }
  })

  test('a call of the account to itself, by which it would do a batch that nobody has read', async () => {
    const { own, prepare, batch, setCode } = await setUp()
    await setCode(delegationTo(simple7702Account))
    const data = encodeExecuteBatch([{ to: friend, value: parseEther('0.5') }])
    await expect(batch([pay(friend, 1n), { to: own, data }])).rejects.toMatchObject({ name: 'AccountControlError' })
    await expect(prepare('eth_sendTransaction', [{ to: own, data }])).rejects.toMatchObject({ name: 'AccountControlError' })
    // Nothing but coins to itself is what it always was.
    expect(await prepare('eth_sendTransaction', [{ to: own, value: '0x1' }])).toMatchObject({ method: 'eth_sendTransaction' })
    await expect(batch([{ data: '0x6001' }])).rejects.toMatchObject({ name: 'SmartAccountTransactionError' })
  })

  test('an operation in its name, by which anybody could have it do anything through the entry point', async () => {
    const { own, prepare } = await setUp()
    const operation = getUserOperationTypedData({
      chainId: chain.chainId,
      entryPointAddress: '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108',
      userOperation: {
        sender: own,
        nonce: 0n,
        callData: encodeExecuteBatch([{ to: friend, value: 1n }]),
        callGasLimit: 1n,
        verificationGasLimit: 1n,
        preVerificationGas: 1n,
        maxFeePerGas: 1n,
        maxPriorityFeePerGas: 1n,
        signature: '0x',
      },
    })
    const data = JSON.stringify(operation, (name, value: unknown) =>
      name === 'signature' ? undefined : typeof value === 'bigint' ? String(value) : value,
    )
    await expect(prepare('eth_signTypedData_v4', [own, data])).rejects.toMatchObject({ name: 'AccountControlError' })
  })
})

test('S23: signatures stay the key’s own: the upgraded account takes them on chain (ERC-1271), a sign-in server too, and no other key’s', async () => {
  const { own, prepare, keys, setCode, network } = await setUp()
  await setCode(delegationTo(simple7702Account))
  const message = 'I keep the keys'
  const signature = (await (await prepare('personal_sign', [stringToHex(message), own])).sign(keys)) as Hex
  expect(await chain.reader.verifyMessage({ address: own, message, signature })).toBe(true)
  expect(await chain.reader.verifyMessage({ address: own, message: 'another', signature })).toBe(false)
  const verify = evmVerifier({ rpcUrls: { [network.id]: network.rpcUrl } })
  const asked = { message: { address: own }, chain: network.id, signature } as Parameters<typeof verify>[0]
  expect(await verify({ ...asked, text: message })).toBe('validOnChain')
  expect(await verify({ ...asked, text: 'another' })).toBe('invalid')
})
