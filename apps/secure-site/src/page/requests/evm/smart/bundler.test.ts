import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { bodyOf, ethereum, nodeDouble } from '../../kit.test.helper.js'
import { bundlerOf, bytes, gas, operationHash, type Operation, readNonce, serviceOf, wireOf } from './bundler.js'
import { account, bundlerUrl, entryPoint, friend, hashOf, paymasterUrl, settle } from './operation.test.helper.js'

const operation = (): Operation => ({
  sender: account,
  nonce: 10n,
  callData: '0xab',
  callGasLimit: 256n,
  verificationGasLimit: 16n,
  preVerificationGas: 1n,
  maxFeePerGas: 2n,
  maxPriorityFeePerGas: 0n,
  signature: '0xff',
})
const wire = {
  sender: account,
  nonce: '0xa',
  callData: '0xab',
  callGasLimit: '0x100',
  verificationGasLimit: '0x10',
  preVerificationGas: '0x1',
  maxFeePerGas: '0x2',
  maxPriorityFeePerGas: '0x0',
  signature: '0xff',
}
const optimism = { ...ethereum, id: 'eip155:10', name: 'OP Mainnet' } as const
const service = { bundlerUrl, paymasterUrls: [paymasterUrl] }

/** A bundler that answers from a table. Methods in `down` are out of order: asked again, as often as may be. */
function asking(answers: Readonly<Record<string, unknown>> = {}, down: readonly string[] = []) {
  const node = nodeDouble(answers)
  const tries: string[] = []
  const fetch: typeof globalThis.fetch = (url, init) => {
    const { method } = JSON.parse(bodyOf(init)) as { method: string }
    tries.push(method)
    return down.includes(method) ? Promise.resolve(new Response('', { status: 503 })) : node.fetch(url, init)
  }
  return { node, tries, bundler: bundlerOf({ network: optimism, service, fetch }) }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('what is asked', () => {
  const gases = { preVerificationGas: '0x1', verificationGasLimit: '0x2', callGasLimit: '0x3' }
  const agreed = { paymaster: friend.toLowerCase(), paymasterData: '0xcd' }

  test('gas, of the bundler, for the operation and its entry point', async () => {
    const { node, bundler } = asking({ eth_estimateUserOperationGas: { ...gases, paymasterVerificationGasLimit: '0x4', more: 1 } })
    expect(await bundler.estimate(operation())).toEqual({
      preVerificationGas: 1n,
      verificationGasLimit: 2n,
      callGasLimit: 3n,
      paymasterVerificationGasLimit: 4n,
    })
    expect(node.calls).toEqual([{ url: bundlerUrl, method: 'eth_estimateUserOperationGas', params: [wire, entryPoint] }])
  })

  test.each([
    ['stub', 'pm_getPaymasterStubData'],
    ['final', 'pm_getPaymasterData'],
  ] as const)('a paymaster’s word (%s), with the chain and what the site has to say', async (kind, method) => {
    const { node, bundler } = asking({ [method]: { ...agreed, isFinal: true, paymasterPostOpGasLimit: '0x5' } })
    expect(await bundler.sponsor(paymasterUrl, kind, operation(), { policy: 'tea' })).toEqual({
      paymaster: friend,
      paymasterData: '0xcd',
      isFinal: true,
      paymasterPostOpGasLimit: 5n,
    })
    await bundler.sponsor(paymasterUrl, kind, operation(), undefined)
    expect(node.calls).toEqual([
      { url: paymasterUrl, method, params: [wire, entryPoint, '0xa', { policy: 'tea' }] },
      { url: paymasterUrl, method, params: [wire, entryPoint, '0xa', {}] },
    ])
  })

  test('what it wants in a token, in smallest units for a coin: more than nothing, and less than no network costs', async () => {
    const wanting = (rate: unknown) =>
      asking({ pm_getPaymasterData: { ...agreed, tokenFee: { token: friend, receiver: account, rate } } }).bundler.sponsor(
        paymasterUrl,
        'final',
        operation(),
        {},
      )
    expect((await wanting('0x1')).tokenFee).toEqual({ token: friend, receiver: account, rate: 1n })
    expect((await wanting(`0x${'f'.repeat(40)}`)).tokenFee?.rate).toBe(2n ** 160n - 1n)
    for (const rate of ['0x0', `0x${'f'.repeat(41)}`, `0x1${'0'.repeat(40)}`, '5', 5])
      await expect(wanting(rate)).rejects.toMatchObject({ name: 'NodeUnreachableError' })
  })

  test.each([
    ['receipt', 'eth_getUserOperationReceipt'],
    ['find', 'eth_getUserOperationByHash'],
  ] as const)('its %s, of the bundler by the operation’s hash', async (name, method) => {
    const { node, bundler } = asking({ [method]: { some: 'thing' } })
    expect(await bundler[name]('0x12')).toEqual({ some: 'thing' })
    expect(node.calls).toEqual([{ url: bundlerUrl, method, params: ['0x12'] }])
  })

  test.each([
    ['gas', 2, () => asking({}, ['eth_estimateUserOperationGas']), 'estimate'],
    ['a paymaster', 2, () => asking({}, ['pm_getPaymasterStubData']), 'sponsor'],
    ['a receipt', 4, () => asking({}, ['eth_getUserOperationReceipt']), 'receipt'],
  ] as const)('R7: a bundler out of order is asked for %s %i times in all', async (_, times, make, name) => {
    const { bundler, tries } = make()
    const asked = {
      estimate: () => bundler.estimate(operation()),
      sponsor: () => bundler.sponsor(paymasterUrl, 'stub', operation(), {}),
      receipt: () => bundler.receipt('0x12'),
    }
    expect(await settle<unknown>(asked[name]())).toMatchObject({ name: 'NodeUnreachableError' })
    expect(tries).toHaveLength(times)
  })

  test('S6: an answer that cannot be read is none, and is named', async () => {
    const { bundler } = asking({ eth_estimateUserOperationGas: {}, pm_getPaymasterStubData: { ...agreed, paymaster: '0x12' } })
    await expect(bundler.estimate(operation())).rejects.toMatchObject({
      name: 'NodeUnreachableError',
      message: 'The node did not answer eth_estimateUserOperationGas: its answer cannot be read.',
    })
    await expect(bundler.sponsor(paymasterUrl, 'stub', operation(), {})).rejects.toMatchObject({
      message: 'The node did not answer pm_getPaymasterStubData: its answer cannot be read.',
    })
  })

  test('a refusal is the bundler’s own, with its code', async () => {
    const { bundler } = asking({ eth_estimateUserOperationGas: new Error("AA21 didn't pay prefund") })
    await expect(bundler.estimate(operation())).rejects.toMatchObject({
      name: 'OperationRefusedError',
      code: -32000,
      message: "AA21 didn't pay prefund",
      shown: 'There is not enough on this account for the network fee',
    })
  })
})

describe('sending', () => {
  const hash = `0x${'ab'.repeat(32)}` as const
  const other = `0x${'cd'.repeat(32)}`
  const found = 'eth_getUserOperationByHash'
  const sending = 'eth_sendUserOperation'

  test('answers that the bundler has it, whatever case it writes its hash in, and asks nothing more', async () => {
    const { node, bundler } = asking({ [sending]: hash.toUpperCase().replace('X', 'x') })
    expect(await bundler.send(operation(), hash)).toBe(true)
    expect(node.calls).toEqual([{ url: bundlerUrl, method: sending, params: [wire, entryPoint] }])
  })

  test.each<[string, unknown, unknown, string]>([
    ['names another', other, null, 'The node did not answer eth_sendUserOperation: it names another operation.'],
    ['answers no hash', '0x12', null, 'The node did not answer eth_sendUserOperation: its answer cannot be read.'],
    ['answers more than a hash', `${hash}00`, null, 'The node did not answer eth_sendUserOperation: its answer cannot be read.'],
    ['answers something in front', `x${hash}`, null, 'The node did not answer eth_sendUserOperation: its answer cannot be read.'],
    ['answers no string', [hash], null, 'The node did not answer eth_sendUserOperation: its answer cannot be read.'],
    ['refuses it', new Error('AA25 nonce'), null, 'AA25 nonce'],
    ['refuses it, and says nothing of it then', new Error('AA25 nonce'), new Error('busy'), 'AA25 nonce'],
  ])('S9: a bundler that %s, and does not have it, has not taken it', async (_, sent, has, message) => {
    const { node, bundler } = asking({ [sending]: sent, [found]: has })
    await expect(bundler.send(operation(), hash)).rejects.toMatchObject({ message })
    expect(node.calls[1]).toEqual({ url: bundlerUrl, method: found, params: [hash] })
  })

  test.each<[string, unknown, unknown, boolean]>([
    ['names another, and has it', other, {}, true],
    ['refuses it as one that it has', new Error('already known'), {}, true],
    ['names another, and says nothing then', other, new Error('busy'), false],
  ])('R8: a bundler that %s', async (_, sent, has, expected) => {
    expect(await asking({ [sending]: sent, [found]: has }).bundler.send(operation(), hash)).toBe(expected)
  })

  test('R8: the same one is sent again where nobody answers: four times, and then asked for twice', async () => {
    const { bundler, tries } = asking({}, [sending, found])
    expect(await settle(bundler.send(operation(), hash))).toBe(false)
    expect(tries).toEqual([sending, sending, sending, sending, found, found])
  })
})

describe('what is read', () => {
  test.each<[string, unknown, bigint | undefined]>([
    ['none', '0x0', 0n],
    ['in any case', '0xAb', 171n],
    ['the most', '0xffffffff', 2n ** 32n - 1n],
    ['more than any block has', '0x100000000', undefined],
    ['far more', `0x${'f'.repeat(17)}`, undefined],
    ['that is empty', '0x', undefined],
    ['in decimals', '12', undefined],
    ['with something in front', 'x0x1', undefined],
    ['with something behind', '0x1 ', undefined],
    ['that is a number', 1, undefined],
  ])('gas: %s', (_, value, expected) => {
    expect(gas.safeParse(value).data).toBe(expected)
  })

  test.each<[string, unknown, boolean]>([
    ['none', '0x', true],
    ['a byte', '0xAb', true],
    ['the most', `0x${'ab'.repeat(9_999)}`, true],
    ['more', `0x${'ab'.repeat(10_000)}`, false],
    ['half a byte', '0xa', false],
    ['no hex', '0xzz', false],
    ['a list', ['0x'], false],
  ])('bytes: %s', (_, value, isRead) => {
    expect(bytes.safeParse(value).success).toBe(isRead)
  })

  test.each<[string, unknown, bigint | undefined]>([
    ['a word', `0x${'0'.repeat(63)}5`, 5n],
    ['less than a word', `0x${'0'.repeat(62)}5`, undefined],
    ['more than a word', `0x${'0'.repeat(64)}5`, undefined],
    ['no hex', 'z'.repeat(66), undefined],
    ['nothing', undefined, undefined],
  ])('a nonce: %s', (_, value, expected) => {
    expect(readNonce(value)).toBe(expected)
  })

  test('an operation on the wire: quantities in hex, and nothing of what is not there', () => {
    expect(wireOf({ ...operation(), factory: undefined })).toStrictEqual(wire)
  })

  test('S9: the hash that is signed is of this chain and this entry point', () => {
    expect(operationHash(operation(), optimism)).toBe(hashOf(wire, 10))
    expect(operationHash(operation(), optimism)).not.toBe(operationHash(operation(), ethereum))
    expect(operationHash({ ...operation(), callData: '0xac' }, optimism)).not.toBe(hashOf(wire, 10))
  })

  test('who serves a network, or that nobody does', () => {
    expect(serviceOf({ ...optimism, smartAccounts: service })).toBe(service)
    expect(() => serviceOf(optimism)).toThrow(
      expect.objectContaining({
        name: 'SmartAccountTransactionError',
        message: 'A smart account cannot send this: there are none on OP Mainnet.',
      }),
    )
  })
})
