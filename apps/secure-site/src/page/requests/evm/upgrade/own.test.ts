import { delegationTo, simple7702Account } from '@portico/contracts'
import { type Hex, keccak256, parseTransaction, zeroAddress } from 'viem'
import { recoverAuthorizationAddress } from 'viem/utils'
import { expect, test } from 'vitest'
import { ethereum, keys, nodeDouble, own, testContext } from '../../kit.test.helper.js'
import { prepareUpgrade } from './own.js'

const prepare = async (upgraded: boolean, answers: Readonly<Record<string, unknown>> = {}) => {
  const node = nodeDouble(answers)
  const request = await prepareUpgrade({ id: 'r', upgraded, network: ethereum, context: testContext({ fetch: node.fetch }) })
  return { request, node }
}

/** The request, where the account is given over to `delegate`. */
const shown = (delegate: string) => ({
  id: 'r',
  method: 'eth_sendTransaction',
  namespace: 'eip155',
  networkId: 'eip155:1',
  networkName: 'Ethereum',
  address: own,
  warnings: [],
  risk: 'risky',
  // 46,000 of gas for 1.1 gwei, and a fifth more for 2.1.
  fee: { expected: '0.0000506', ceiling: '0.00011592', symbol: 'ETH' },
  changes: [],
  details: [
    { path: 'type', value: 'eip7702' },
    { path: 'chainId', value: '1' },
    { path: 'from', value: own },
    { path: 'to', value: own },
    { path: 'value', value: '0' },
    { path: 'data', value: '0x' },
    { path: 'nonce', value: '5' },
    { path: 'gas', value: '55200' },
    { path: 'maxFeePerGas', value: '2100000000' },
    { path: 'maxPriorityFeePerGas', value: '100000000' },
    { path: 'authorizationList[0].address', value: delegate },
    { path: 'authorizationList[0].chainId', value: '1' },
    { path: 'authorizationList[0].nonce', value: '6' },
  ],
  sign: expect.any(Function),
})

test('S11: an upgrade is shown whole, and is approved in a window', async () => {
  const { request, node } = await prepare(true)
  expect(request).toStrictEqual({ ...shown(simple7702Account), effects: [{ kind: 'upgrade', values: { delegate: simple7702Account } }] })
  expect(Object.isFrozen(request)).toBe(true)
  // It is tried out with the code that the account has by then.
  const [estimate] = node.calls.filter(({ method }) => method === 'eth_estimateGas')
  expect(estimate?.params).toEqual([{ from: own, to: own, value: '0x0' }, 'latest', { [own]: { code: delegationTo(simple7702Account) } }])
})

test('S11: one that is taken back is shown whole, and is approved in a window', async () => {
  const { request, node } = await prepare(false)
  expect(request).toStrictEqual({ ...shown(zeroAddress), effects: [{ kind: 'downgrade', values: {} }] })
  const [estimate] = node.calls.filter(({ method }) => method === 'eth_estimateGas')
  expect(estimate?.params).toEqual([{ from: own, to: own, value: '0x0' }, 'latest', { [own]: { code: '0x' } }])
})

test('one that would fail says so', async () => {
  const { request } = await prepare(true, { eth_estimateGas: new Error('execution reverted') })
  expect(request.warnings).toEqual([{ kind: 'willFail' }])
})

test('approved, it is sent with the authorisation of the account itself, and answers its hash', async () => {
  let raw: Hex = '0x'
  const { request } = await prepare(true, { eth_sendRawTransaction: ([sent]: readonly Hex[]) => keccak256((raw = sent ?? '0x')) })
  const hash = await request.sign(keys)
  expect(hash).toBe(keccak256(raw))
  const { authorizationList = [], ...sent } = parseTransaction(raw as `0x04${string}`)
  expect(sent).toMatchObject({ chainId: 1, nonce: 5, to: own.toLowerCase(), gas: 55_200n })
  expect(authorizationList).toMatchObject([{ chainId: 1, address: simple7702Account.toLowerCase(), nonce: 6 }])
  const [authorization] = authorizationList
  expect(authorization && (await recoverAuthorizationAddress({ authorization }))).toBe(own)
})
