import { describe, expect, test } from 'vitest'
import { own } from '../../kit.test.helper.js'
import { forwardRead } from '../../read.js'
import { account, bundlerUrl, executing, friend, paymasterUrl, visitor } from './operation.test.helper.js'

const method = 'eth_estimateUserOperationGas'
const calls = [{ to: friend, value: '0x7' }]
const stub = { paymaster: friend, paymasterData: '0x01', paymasterVerificationGasLimit: '0x1000', paymasterPostOpGasLimit: '0x10000' }
const smartAccounts = { bundlerUrl, paymasterUrls: [paymasterUrl] }
const estimate = (page: ReturnType<typeof visitor>, params: unknown = [{ sender: account, calls }]) =>
  forwardRead(method, params, 'eip155:1', page.context)

describe('gas of calls', () => {
  test('the wallet makes the operation: its code, nonce and prices are its own, and the answer is gas and prices alone', async () => {
    const page = visitor({ nonce: () => 5n })
    const answer = await estimate(page)
    expect(Object.keys(Object(answer)).toSorted()).toEqual([
      'callGasLimit',
      'maxFeePerGas',
      'maxPriorityFeePerGas',
      'preVerificationGas',
      'verificationGasLimit',
    ])
    expect(answer).toMatchObject({ preVerificationGas: '0x1', verificationGasLimit: '0x10', callGasLimit: '0x100' })
    const asked = page.asked(method)[0]?.params[0]
    expect(asked).toMatchObject({ sender: account, nonce: '0x5', callData: executing({ to: friend, value: 7n, data: '0x' }) })
    expect(asked).toHaveProperty('factoryData')
  })

  test('waits for nothing that is under way, and leaves nothing behind', async () => {
    const page = visitor({ owner: own, answers: { eth_getUserOperationByHash: {} } })
    const nothing = { calls: 1, hashes: [], stopped: false, at: Date.now() }
    await page.context.batches.keep({
      id: 'a',
      networkId: 'eip155:1',
      from: account,
      nonce: 0,
      operation: `0x${'1'.repeat(64)}`,
      accepted: true,
      ...nothing,
    })
    const kept = page.kept.length
    expect(await estimate(page)).toMatchObject({ callGasLimit: '0x100' })
    expect(page.kept).toHaveLength(kept)
    expect(page.asked('eth_getUserOperationReceipt')).toEqual([])
  })

  test('says whether the operator’s paymaster would pay, which binds nobody', async () => {
    const page = visitor({ owner: own, answers: { pm_getPaymasterStubData: stub }, network: { smartAccounts } })
    expect(await estimate(page)).toMatchObject({ sponsored: true, paymasterPostOpGasLimit: '0x10000' })
    expect(page.asked('pm_getPaymasterData')).toEqual([])
    const refusing = visitor({ owner: own, broken: ['pm_getPaymasterStubData'], network: { smartAccounts } })
    expect(await estimate(refusing)).not.toHaveProperty('sponsored')
  })

  test.each<[string, unknown, string]>([
    ['no calls', [{ sender: account, calls: [] }], 'InvalidParamsError'],
    ['more than a batch has', [{ sender: account, calls: Array.from({ length: 11 }, () => calls[0]) }], 'InvalidParamsError'],
    ['a field that nobody knows', [{ sender: account, calls, nonce: '0x1' }], 'InvalidParamsError'],
    ['a call that cannot be read', [{ sender: account, calls: [{ to: 'friend' }] }], 'InvalidParamsError'],
    ['another account', [{ sender: friend, calls }], 'AccountMismatchError'],
  ])('%s is refused, and nobody is asked', async (_, params, name) => {
    const page = visitor()
    await expect(estimate(page, params)).rejects.toMatchObject({ name })
    expect(page.asked(method)).toEqual([])
  })

  test('an operation that the site has built goes to the bundler as it is', async () => {
    const page = visitor()
    await estimate(page, [{ sender: friend, callData: '0x' }, '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108'])
    expect(page.asked(method)).toMatchObject([{ url: bundlerUrl, params: [{ sender: friend, callData: '0x' }, expect.any(String)] }])
  })
})
