import { formatUnits, type Hex, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { keys, own, tokenAnswers } from '../../kit.test.helper.js'
import { bundlerUrl, executing, friend, paymasterUrl, token, transfer, visitor, word } from './operation.test.helper.js'

const paymaster = '0x4444444444444444444444444444444444444444'
const receiver = '0x5555555555555555555555555555555555555555'
const pay = () => ({ to: friend, value: 7n, data: '0x' }) as const
const asked = [{ to: friend, value: '0x7' }]
const stub = { paymaster, paymasterData: '0x01', paymasterVerificationGasLimit: '0x1000', paymasterPostOpGasLimit: '0x10000' }
const final = { paymaster, paymasterData: '0x02' }
const smartAccounts = { bundlerUrl, paymasterUrls: [paymasterUrl] }
const service = (more: object = {}) => ({ capabilities: { paymasterService: { url: paymasterUrl, ...more } } })

/** A visitor with an account that stands, whose operator has a paymaster. */
const sponsored = (answers: object = {}, more: object = {}) =>
  visitor({
    owner: own,
    answers: { pm_getPaymasterStubData: stub, pm_getPaymasterData: final, ...answers },
    network: { smartAccounts },
    ...more,
  })
const fieldsOf = ({ details }: { readonly details: readonly { readonly path: string; readonly value: string }[] }) =>
  Object.fromEntries(details.map(({ path, value }) => [path, value]))
/** What a paymaster or the bundler was told of the operation that it was asked for. */
const told = (page: ReturnType<typeof visitor>, method: string) =>
  page.asked(method).map(({ params }) => params[0] as Record<string, string>)

describe('somebody else pays', () => {
  test('is asked first, then the bundler by its word, then it again; nothing is left of the fee', async () => {
    const page = sponsored()
    const request = await page.batch(asked)
    expect(request).toMatchObject({ sponsored: true, fee: { expected: '0', ceiling: '0', symbol: 'ETH' } })
    expect(request.fee).not.toHaveProperty('isToken')
    expect(request.spending?.leaves).toEqual([
      { asset: 'eip155:1', units: 7n },
      { asset: 'eip155:1', units: 0n },
    ])
    expect(fieldsOf(request)).toMatchObject({
      paymaster,
      paymasterData: '0x02',
      callData: executing(pay()),
      preVerificationGas: '1',
      verificationGasLimit: '16',
      callGasLimit: '256',
      paymasterVerificationGasLimit: '4096',
      paymasterPostOpGasLimit: '65536',
    })
    const [bare] = told(page, 'pm_getPaymasterStubData')
    expect(bare).toMatchObject({ callGasLimit: '0x0', verificationGasLimit: '0x0', preVerificationGas: '0x0' })
    expect(bare).not.toHaveProperty('paymaster')
    expect(told(page, 'eth_estimateUserOperationGas')).toEqual([{ ...bare, ...stub }])
    expect(told(page, 'pm_getPaymasterData')).toEqual([
      { ...bare, ...stub, callGasLimit: '0x100', verificationGasLimit: '0x10', preVerificationGas: '0x1' },
    ])
    expect(page.asked('pm_getPaymasterData')[0]).toMatchObject({
      url: paymasterUrl,
      params: [{}, {}, '0x1', { origin: 'https://app.example' }],
    })
  })

  test('its gas is the bundler’s where that tells it, the final word’s before all, and nothing where nobody does', async () => {
    const gases = { preVerificationGas: '0x1', verificationGasLimit: '0x10', callGasLimit: '0x100' }
    const both = { paymasterVerificationGasLimit: '0x2', paymasterPostOpGasLimit: '0x3' }
    const gasOf = async (answers: object) => {
      const fields = fieldsOf(await sponsored(answers).batch(asked))
      return [fields['paymasterVerificationGasLimit'], fields['paymasterPostOpGasLimit']]
    }
    const bare = { paymaster, paymasterData: '0x01' }
    expect(await gasOf({ eth_estimateUserOperationGas: { ...gases, ...both } })).toEqual(['2', '3'])
    expect(await gasOf({ pm_getPaymasterData: { ...final, ...both } })).toEqual(['2', '3'])
    expect(await gasOf({ pm_getPaymasterStubData: bare })).toEqual(['0', '0'])
    expect(await gasOf({ pm_getPaymasterStubData: { ...bare, isFinal: true } })).toEqual(['0', '0'])
  })

  test('whose first word is its last is not asked again', async () => {
    const page = sponsored({ pm_getPaymasterStubData: { ...stub, isFinal: true } })
    expect(fieldsOf(await page.batch(asked))).toMatchObject({ paymasterData: '0x01' })
    expect(page.asked('pm_getPaymasterData')).toEqual([])
    const asks = sponsored({ pm_getPaymasterStubData: { ...stub, isFinal: false } })
    expect(fieldsOf(await asks.batch(asked))).toMatchObject({ paymasterData: '0x02' })
  })

  test('S13: is told which site asks, whatever that says itself, and what else it says', async () => {
    const page = sponsored()
    await page.batch(asked, service({ context: { policy: 'tea', origin: 'https://evil.example' } }))
    await page.batch(asked, service({ context: 'tea' }))
    await page.batch(asked, service())
    const origin = 'https://app.example'
    expect(page.asked('pm_getPaymasterStubData').map(({ params }) => params[3])).toEqual([
      { policy: 'tea', origin },
      { origin },
      { origin },
    ])
  })

  test.each<[string, object]>([
    ['refuses', { answers: { pm_getPaymasterStubData: new Error('The daily budget is used up') } }],
    ['is not there', { broken: ['pm_getPaymasterStubData'] }],
  ])('where it %s the account pays, unless the site cannot do without', async (_, { answers, ...more }: { answers?: object }) => {
    const page = sponsored(answers, more)
    const request = await page.batch(asked)
    expect(request).not.toHaveProperty('sponsored')
    expect(request.fee).toEqual({ expected: '0.0000003003', ceiling: '0.0000005733', symbol: 'ETH' })
    expect(fieldsOf(request)).not.toHaveProperty('paymaster')
    expect(await page.batch(asked, service({ optional: true }))).not.toHaveProperty('sponsored')
    await expect(page.batch(asked, service())).rejects.toMatchObject({ name: expect.stringMatching(/OperationRefused|NodeUnreachable/) })
  })

  test('nobody is asked where the operator has no paymaster', async () => {
    const page = visitor({ owner: own, network: { smartAccounts: { bundlerUrl, paymasterUrls: [] } } })
    expect(await page.batch(asked)).not.toHaveProperty('sponsored')
    expect(page.node.calls.some(({ method }) => method.startsWith('pm_'))).toBe(false)
  })

  test('S11: a fee that somebody else pays is no part of what leaves', async () => {
    const page = sponsored({}, { context: { riskyAbove: { 'eip155:1': '7' } } })
    expect(await page.batch(asked)).toMatchObject({ risk: 'normal', warnings: [] })
    const paying = visitor({ owner: own, context: { riskyAbove: { 'eip155:1': '7' } } })
    expect(await paying.batch(asked)).toMatchObject({ risk: 'risky', warnings: [{ kind: 'largeValue' }] })
  })
})

describe('the fee in a token', () => {
  /** 3,000.000001 tokens of 6 decimals for a coin. */
  const rate = 3_000_000_001n
  const wanting = (more: object = {}, answers: object = {}) =>
    sponsored({ pm_getPaymasterStubData: { ...stub, tokenFee: { token, receiver, rate: toHex(rate), ...more } }, ...answers })
  const named = (of: unknown, optional = false) => service({ context: { token: of }, optional })
  /** Gas 1 + 1,000 for the bytes of the amount + 16 + 256 + 4,096 + 65,536, for 2.1 gwei at the most. */
  const wei = 70_905n * 2_100_000_000n
  const amount = (wei * rate) / 10n ** 18n + 1n

  test('S9: is a call behind the others, shown as the fee and tried out with them; the paymaster signs it', async () => {
    const page = wanting()
    const request = await page.batch(asked, named(token.toLowerCase()))
    const data = transfer(receiver, amount)
    const callData = executing(pay(), { to: token, value: 0n, data })
    const shown = formatUnits(amount, 6)
    expect(request.fee).toEqual({ expected: shown, ceiling: shown, symbol: 'USDC', isToken: true })
    expect(request).not.toHaveProperty('sponsored')
    expect(request.effects).toHaveLength(1)
    expect(request.changes).toEqual([
      { symbol: 'ETH', amount: '-0.000000000000000007' },
      { symbol: 'USDC', amount: `-${shown}` },
    ])
    expect(request.details.slice(3, 6)).toEqual([
      { path: 'calls[1].to', value: token },
      { path: 'calls[1].value', value: '0' },
      { path: 'calls[1].data', value: data },
    ])
    expect(fieldsOf(request)).toMatchObject({ callData, paymasterData: '0x02', preVerificationGas: '1001' })
    // Estimated with the least that it may come to.
    expect(told(page, 'eth_estimateUserOperationGas')[0]).toMatchObject({
      callData: executing(pay(), { to: token, value: 0n, data: transfer(receiver, 1n) }),
      ...stub,
    })
    expect(told(page, 'pm_getPaymasterData')[0]).toMatchObject({ callData, preVerificationGas: '0x3e9' })
    expect(request.spending?.leaves).toEqual([
      { asset: 'eip155:1', units: 7n },
      { asset: `eip155:1/erc20:${token.toLowerCase()}`, units: amount },
      { asset: 'eip155:1', units: 0n },
    ])
    await request.sign(keys)
    expect(page.kept[0]).toMatchObject({ calls: 1 })
  })

  test('is rounded up, and not where it comes out even', async () => {
    const of = async (each: bigint) => (await wanting({ rate: toHex(each) }).batch(asked, named(token))).fee?.expected
    expect(await of(10n ** 18n)).toBe(formatUnits(wei, 6))
    expect(await of(1n)).toBe('0.000001')
  })

  test.each<[string, object, unknown, object, string]>([
    ['another token than was named', { token: receiver }, token, {}, 'it wants a token that was not named'],
    ['one where none was named', {}, undefined, {}, 'it wants a token that was not named'],
    ['one where a number was named', {}, 5, {}, 'it wants a token that was not named'],
    ['one without a symbol', {}, token, { eth_call: answering({ symbol: '' }) }, 'it wants a token that says nothing of itself'],
    ['one without decimals', {}, token, { eth_call: answering({ decimals: 37n }) }, 'it wants a token that says nothing of itself'],
    ['one that mixes alphabets', {}, token, { eth_call: answering({ symbol: 'USDС' }) }, 'it wants a token that says nothing of itself'],
  ])('S6: nobody pays where it wants %s', async (_, more, of, answers, problem) => {
    await expect(wanting(more, answers).batch(asked, named(of))).rejects.toMatchObject({
      name: 'NodeUnreachableError',
      message: `The node did not answer pm_getPaymasterStubData: ${problem}.`,
    })
    const request = await wanting(more, answers).batch(asked, named(of, true))
    expect([request.fee?.symbol, request.details.some(({ path }) => path.startsWith('calls[1]'))]).toEqual(['ETH', false])
  })

  test('S6: nor where the site names it in a way that is no object', async () => {
    await expect(wanting().batch(asked, service({ context: token }))).rejects.toMatchObject({
      message: 'The node did not answer pm_getPaymasterStubData: it wants a token that was not named.',
    })
  })
})

/** A chain on which the account stands, and on which a token says other things of itself. */
function answering(facts: Parameters<typeof tokenAnswers>[0]) {
  return ([call]: readonly unknown[]): unknown => {
    const { data = '', from } = call as { data?: string; from?: string }
    if (from === undefined && data.startsWith('0x35567e1a')) return word(0n)
    if (from === undefined && data === '0x8da5cb5b') return `0x${own.slice(2).padStart(64, '0')}` satisfies Hex
    return tokenAnswers(facts).eth_call([call])
  }
}

describe('the nonce', () => {
  test.each<[string, unknown]>([
    ['nothing', '0x'],
    ['half a word', '0x00'],
    ['no hex', 5],
  ])('S6: of an entry point that answers %s there is none', async (_, answer) => {
    const { batch } = visitor({ answers: { eth_call: () => answer } })
    await expect(batch(asked)).rejects.toMatchObject({
      name: 'NodeUnreachableError',
      message: 'The node did not answer eth_call: there is no entry point here.',
    })
  })
})
