import { encodeFunctionData, getAddress, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { keys, own } from '../../kit.test.helper.js'
import { account, executing, friend, hashOf, visitor } from './operation.test.helper.js'
import { prepareOwnerChange } from './owner.js'

const data = encodeFunctionData({ abi: parseAbi(['function setOwner(address owner)']), args: [friend] })
const changes = (page: ReturnType<typeof visitor>) =>
  prepareOwnerChange({ id: 'change', owner: friend.toLowerCase(), network: page.network, context: page.context })

describe('S15: an account that is given to another key', () => {
  test('says so in one sentence, is a window’s, and calls the account itself with nothing but its new owner', async () => {
    const page = visitor({ owner: own, nonce: () => 2n })
    const { details, ...request } = await changes(page)
    expect(request).toEqual({
      id: 'change',
      method: 'wallet_sendCalls',
      namespace: 'eip155',
      networkId: 'eip155:1',
      networkName: 'Ethereum',
      address: account,
      account: 'smartAccount',
      effects: [{ kind: 'owner', values: { owner: friend.toLowerCase() } }],
      warnings: [],
      risk: 'risky',
      fee: { expected: '0.0000003003', ceiling: '0.0000005733', symbol: 'ETH' },
      spending: { leaves: [{ asset: 'eip155:1', units: 573_300_000_000n }], millionths: 1 },
      changes: [],
      hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      sign: expect.any(Function),
    })
    expect(details.slice(0, 6)).toEqual([
      { path: 'calls[0].to', value: account },
      { path: 'calls[0].value', value: '0' },
      { path: 'calls[0].data', value: data },
      { path: 'sender', value: account },
      { path: 'nonce', value: '2' },
      { path: 'callData', value: executing({ to: getAddress(account), value: 0n, data }) },
    ])
    expect(await request.sign(keys)).toBe(request.hash)
    expect(hashOf(page.asked('eth_sendUserOperation')[0]?.params[0])).toBe(request.hash)
  })

  test('is made by the same operation where it does not stand yet', async () => {
    expect(await changes(visitor())).toMatchObject({ deploys: true, risk: 'risky', effects: [{ kind: 'owner' }] })
  })
})
