import { delegationTo, encodeExecuteBatch, simple7702Account } from '@portico/contracts'
import { expect, test } from 'vitest'
import type { FrameNetwork } from '../../../types.js'
import { ethereum, nodeDouble, own, testContext } from '../../kit.test.helper.js'
import { alice, router } from '../fixtures.test.helper.js'
import type { AskedTransaction } from '../transaction.js'
import { togetherOf } from './together.js'

const turnedOn: FrameNetwork = { ...ethereum, smartAccounts: { bundlerUrl: 'https://bundler.example' } }
const calls: readonly AskedTransaction[] = [
  { from: own, to: alice, value: 7n, data: '0x' },
  { from: own, to: router, value: 0n, data: '0x1234' },
]

/** How the calls become one where the account has this code. */
const asked = async (code: string, { required = true, network = turnedOn, each = calls } = {}) => {
  const node = nodeDouble({ eth_getCode: ([address]: readonly unknown[]) => (address === own ? code : '0x60') })
  const together = await togetherOf(each, { own, required, network, context: testContext({ fetch: node.fetch }) })
  return { together, node }
}

const joined = {
  from: own,
  to: own,
  value: 0n,
  data: encodeExecuteBatch([
    { to: alice, value: 7n, data: '0x' },
    { to: router, value: 0n, data: '0x1234' },
  ]),
}
const authorizationList = [{ chainId: 1n, address: simple7702Account }]
const overrides = { [own]: { code: delegationTo(simple7702Account) } }

test('calls that are all or nothing upgrade a plain account in the same transaction', async () => {
  const { join, ...rest } = (await asked('0x')).together ?? {}
  expect(rest).toStrictEqual({ upgrades: { foreign: false }, overrides })
  expect(join?.(calls)).toStrictEqual({ ...joined, authorizationList })
  expect(Object.isFrozen(join?.(calls))).toBe(true)
})

test('code of another wallet is said to be replaced', async () => {
  const { join, ...rest } = (await asked(delegationTo(alice))).together ?? {}
  expect(rest).toStrictEqual({ upgrades: { foreign: true }, overrides })
  expect(join?.(calls)).toStrictEqual({ ...joined, authorizationList })
})

test.each([true, false])('an upgraded account does them in one, whether the site needs it or not: %s', async (required) => {
  const { join, ...rest } = (await asked(delegationTo(simple7702Account), { required })).together ?? {}
  expect(rest).toStrictEqual({})
  expect(join?.(calls)).toStrictEqual(joined)
})

test('a site that can do without gets several, and where it is not turned on the node is not even asked', async () => {
  expect((await asked('0x', { required: false })).together).toBeUndefined()
  const { together, node } = await asked(delegationTo(simple7702Account), { required: false, network: ethereum })
  expect([together, node.calls]).toEqual([undefined, []])
})

test('a site that needs it is told where it cannot be', async () => {
  const refused = { name: 'BatchRefusedError', code: 5760, message: 'The batch was refused: this account cannot do all of it or nothing.' }
  await expect(asked('0x6001')).rejects.toMatchObject(refused)
  await expect(asked('0x', { network: ethereum })).rejects.toMatchObject(refused)
})

test('S15: neither a contract is made nor the account itself called in it', async () => {
  const [first] = calls
  await expect(asked('0x', { each: [...calls, { from: own, value: 0n, data: '0x6001' }] })).rejects.toMatchObject({
    name: 'SmartAccountTransactionError',
    message: expect.stringContaining('it creates a contract'),
  })
  const itself: AskedTransaction = { from: own, to: own, value: 1n, data: '0x' }
  await expect(asked('0x', { each: first ? [first, itself] : [] })).rejects.toMatchObject({
    name: 'AccountControlError',
    message: expect.stringContaining('a call goes to the account itself'),
  })
})
