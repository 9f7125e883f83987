import type { Hex } from 'viem'
import { hashTypedData } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { ethereum, nodeDouble, own, testContext } from '../kit.test.helper.js'
import { permit2 } from './action.js'
import { alice, details, otherTyped, permit, permit2Domain, router, seaport, typed, until, usdc } from './fixtures.test.helper.js'
import { prepareTypedData } from './typed.js'

const prepare = (params: unknown, answers: Readonly<Record<string, unknown>> = {}) =>
  prepareTypedData(
    { id: 'r', method: 'eth_signTypedData_v4', params },
    ethereum,
    testContext({ fetch: nodeDouble(answers).fetch, knownAddresses: [router] }),
  )
const warnings = async (data: unknown, answers: Readonly<Record<string, unknown>> = {}) => (await prepare([own, data], answers)).warnings

const single = (verifyingContract: string) =>
  typed(
    'PermitSingle',
    { PermitSingle: 'PermitDetails details, address spender, uint256 sigDeadline', PermitDetails: details },
    { ...permit2Domain, verifyingContract },
    { details: { token: usdc, amount: '5000000', expiration: until, nonce: 0 }, spender: router, sigDeadline: until },
  )
const transferOf = (verifyingContract: string) =>
  typed(
    'PermitTransferFrom',
    {
      PermitTransferFrom: 'TokenPermissions permitted, address spender, uint256 nonce, uint256 deadline',
      TokenPermissions: 'address token, uint256 amount',
    },
    { ...permit2Domain, verifyingContract },
    { permitted: { token: usdc, amount: 6 }, spender: router, nonce: 1, deadline: 2 },
  )
/** A message that nobody knows, and that sounds harmless. */
const note = (domain: Readonly<Record<string, unknown>>, type = 'Note') => typed(type, { [type]: 'string text' }, domain, { text: 'hi' })
const gone = { eth_getCode: '0x' }
const unverified = (address: string, reason: string) => ({ kind: 'unverifiedContract', values: { address, reason } })

describe('what is signed', () => {
  test('a message that nobody knows is shown whole: by its names, in every value, and as its hash', async () => {
    const data = note({ name: 'Board\u202e', chainId: 1 })
    expect(await prepare([own.toLowerCase(), data])).toStrictEqual({
      id: 'r',
      method: 'eth_signTypedData_v4',
      namespace: 'eip155',
      networkId: 'eip155:1',
      networkName: 'Ethereum',
      address: own,
      effects: [{ kind: 'typedData', values: { primaryType: 'Note', name: 'Board' } }],
      warnings: [],
      risk: 'risky',
      changes: 'none',
      details: [
        { path: 'address', value: own },
        { path: 'domain.name', value: 'Board\\u{202e}' },
        { path: 'domain.chainId', value: '1' },
        { path: 'primaryType', value: 'Note' },
        { path: 'message.text', value: 'hi' },
        { path: 'types.EIP712Domain[0]', value: 'string name' },
        { path: 'types.EIP712Domain[1]', value: 'uint256 chainId' },
        { path: 'types.Note[0]', value: 'string text' },
      ],
      hash: hashTypedData(data as Parameters<typeof hashTypedData>[0]),
      sign: expect.any(Function),
    })
  })

  test('one that sounds as if it gave something is unreadable, by all the names that its domain has', async () => {
    const domain = { name: 'Board', version: '2', verifyingContract: router }
    const { effects, warnings: said, risk } = await prepare([own, note(domain, 'Permission')])
    expect({ effects, said, risk }).toStrictEqual({
      effects: [{ kind: 'typedData', values: { primaryType: 'Permission', ...domain } }],
      said: [],
      risk: 'risky',
    })
    const grave = await prepare([own, note(domain, 'Approval')])
    expect([grave.effects, grave.warnings, grave.risk]).toStrictEqual([
      [{ kind: 'unreadable', values: { primaryType: 'Approval', ...domain } }],
      [{ kind: 'unreadable' }],
      'risky',
    ])
  })

  test('only what is known to give something is said to count on every chain', async () => {
    expect(await warnings(permit({}, { name: 'USD Coin', version: '2', verifyingContract: usdc }))).toContainEqual({
      kind: 'domainMismatch',
      values: { reason: 'noChain' },
    })
    expect(await warnings(note({ name: 'Board' }))).toStrictEqual([])
  })
})

describe('the contract that it is for', () => {
  test.each<[title: string, of: (contract: string) => unknown]>([
    ['an allowance', single],
    ['a transfer', transferOf],
  ])('of Permit2 for %s is said to be an imitation anywhere else', async (_, of) => {
    expect(await warnings(of(alice))).toContainEqual(unverified(alice, 'imitation'))
    expect(await warnings(of(permit2))).not.toContainEqual(unverified(permit2, 'imitation'))
  })

  test.each(['details', 'permitted'])('of a message that nobody knows is no imitation, whatever its %s', async (field) => {
    const data = typed('Note', { Note: `string ${field}` }, { name: 'Board', verifyingContract: alice }, { [field]: 'hi' })
    expect(await warnings(data)).not.toContainEqual(unverified(alice, 'imitation'))
  })

  test('that is not there is said, and not of what stands everywhere or is nobody', async () => {
    expect(await warnings(note({ verifyingContract: alice }), gone)).toStrictEqual([unverified(alice, 'noCode')])
    expect(await warnings(note({ verifyingContract: alice }))).toStrictEqual([])
    expect(await warnings(note({ verifyingContract: alice }), { eth_getCode: undefined })).toStrictEqual([])
    expect(await warnings(note({ verifyingContract: seaport }), gone)).toStrictEqual([])
    expect(await warnings(note({ verifyingContract: `0x${'0'.repeat(40)}` }), gone)).toStrictEqual([])
  })
})

describe('what is refused', () => {
  const takes = 'Invalid parameters: eth_signTypedData_v4 takes an address and typed data.'
  test.each<[string, unknown]>([
    ['no list', { 0: own, 1: permit() }],
    ['nothing', undefined],
    ['of nobody', []],
    ['of a number', [5, permit()]],
    ['more than two', [own, permit(), undefined]],
  ])('parameters that are %s', async (_, params) => {
    await expect(prepare(params)).rejects.toMatchObject({ name: 'InvalidParamsError', code: -32602, message: takes })
  })

  test('S14: a domain of another chain, by its number', async () => {
    await expect(prepare([own, note({ name: 'Board', chainId: 10 })])).rejects.toMatchObject({
      name: 'ChainMismatchError',
      code: -32602,
      message: 'The request is for 10, and the active chain is 1.',
    })
  })

  test('another account, and a permission that names another giver', async () => {
    await expect(prepare([alice, note({ name: 'Board' })])).rejects.toMatchObject({ name: 'AccountMismatchError', code: 4100 })
    await expect(prepare([own, permit({ owner: alice })])).rejects.toMatchObject({ name: 'AccountMismatchError', code: 4100 })
  })

  test('S20: an operation of the account itself', async () => {
    const types = { PackedUserOperation: 'address sender' }
    const domain = { name: 'ERC4337', version: '1', chainId: 1, verifyingContract: router }
    await expect(prepare([own, typed('PackedUserOperation', types, domain, { sender: own })])).rejects.toMatchObject({
      name: 'AccountControlError',
      message: expect.stringContaining('PackedUserOperation of this account is signed by the wallet alone'),
    })
    expect((await prepare([own, typed('PackedUserOperation', types, domain, { sender: alice })])).risk).toBe('risky')
  })
})

test('the example of EIP-712 is signed as the standard has it', async () => {
  const { hash } = await prepare([own, otherTyped['mail']])
  expect(hash).toBe('0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2' satisfies Hex)
})
