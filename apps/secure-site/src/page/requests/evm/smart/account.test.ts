import { pad } from 'viem'
import { describe, expect, test } from 'vitest'
import { ethereum, nodeDouble, own } from '../../kit.test.helper.js'
import { isDeployed, ownerOn, smartAccountAddress } from './account.js'
import { account, friend } from './operation.test.helper.js'

const asking = (answers: Readonly<Record<string, unknown>>) => {
  const node = nodeDouble(answers)
  return { node, about: { network: ethereum, address: account, fetch: node.fetch } }
}

test('a key has one account, in whatever case its address is written', () => {
  expect(smartAccountAddress(own.toLowerCase())).toBe(account)
})

describe('whether an account stands', () => {
  test.each([
    ['code', '0x60', true],
    ['no code', '0x', false],
    ['no string', 5, undefined],
    ['an error', new Error('busy'), undefined],
  ])('a node that answers %s', async (_, eth_getCode, expected) => {
    const { node, about } = asking({ eth_getCode })
    expect(await isDeployed(about)).toBe(expected)
    expect(node.calls).toEqual([{ url: ethereum.rpcUrl, method: 'eth_getCode', params: [account, 'latest'] }])
  })
})

describe('who decides over an account', () => {
  test('is what its contract answers, and nobody where none stands', async () => {
    const { node, about } = asking({ eth_call: pad(friend) })
    expect(await ownerOn(about)).toBe(friend)
    // owner()
    expect(node.calls).toEqual([{ url: ethereum.rpcUrl, method: 'eth_call', params: [{ to: account, data: '0x8da5cb5b' }, 'latest'] }])
    expect(await ownerOn(asking({ eth_call: '0x' }).about)).toBeUndefined()
  })

  test.each([
    ['a byte too few', pad(friend).slice(0, -2)],
    ['a byte too many', `${pad(friend)}00`],
    ['no hex', 'x'.repeat(66)],
    ['no string', 5],
  ])('S6: of %s nothing is believed', async (_, eth_call) => {
    await expect(ownerOn(asking({ eth_call }).about)).rejects.toMatchObject({
      name: 'NodeUnreachableError',
      message: 'The node did not answer eth_call: its answer is no owner.',
    })
  })

  test('a node that refuses says so itself', async () => {
    await expect(ownerOn(asking({ eth_call: new Error('busy') }).about)).rejects.toMatchObject({ name: 'NodeAnswerError', message: 'busy' })
  })
})
