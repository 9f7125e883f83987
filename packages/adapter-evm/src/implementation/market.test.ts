import type { Client } from 'viem'
import { expect, test } from 'vitest'
import { offerOf, speedsOf, withOffer } from './market.js'

const gwei = (amount: number) => `0x${BigInt(Math.round(amount * 1e9)).toString(16)}`
const unit = 1_000_000_000n
const clientOf = (history: unknown) => ({ request: () => Promise.resolve(history) }) as unknown as Client
const busy = { baseFeePerGas: [gwei(8), gwei(10)], reward: [[1, 2, 9].map(gwei), [1, 3, 8].map(gwei), [0, 2, 7].map(gwei)] }

test('offers what the last blocks took in, with room for the base fee to move', async () => {
  const client = clientOf(busy)
  expect(await offerOf(client, 'slow')).toEqual({ baseFee: 10n * unit, maxPriorityFeePerGas: unit, maxFeePerGas: 13_500_000_000n })
  expect(await offerOf(client, 'standard')).toEqual({ baseFee: 10n * unit, maxPriorityFeePerGas: 2n * unit, maxFeePerGas: 22n * unit })
  expect(await offerOf(client, 'fast')).toEqual({ baseFee: 10n * unit, maxPriorityFeePerGas: 8n * unit, maxFeePerGas: 28n * unit })
})

test('a faster one never offers less, and no endpoint makes a visitor tip beyond all reason', async () => {
  const odd = clientOf({ baseFeePerGas: [gwei(1)], reward: [[5, 2, 1].map(gwei)] })
  const tips = await Promise.all((['slow', 'standard', 'fast'] as const).map((speed) => offerOf(odd, speed)))
  expect(tips.map((offer) => offer?.maxPriorityFeePerGas)).toEqual([5n * unit, 5n * unit, 6_250_000_000n])
  const greedy = clientOf({ baseFeePerGas: [gwei(1)], reward: [[1, 1, 1e9].map(gwei)] })
  expect((await offerOf(greedy, 'fast'))?.maxPriorityFeePerGas).toBe(500n * unit)
})

test('a chain without a base fee has no choice, and an answer that makes no sense is none', async () => {
  expect(await offerOf(clientOf({ baseFeePerGas: ['0x0', '0x0'], reward: [] }), 'fast')).toBeUndefined()
  expect(await offerOf(clientOf({}), 'fast')).toBeUndefined()
  // Nodes of such a chain may not know the question.
  const failing = (code: number) => ({ request: () => Promise.reject(Object.assign(new Error('no'), { code })) }) as unknown as Client
  expect(await speedsOf(failing(-32601))).toEqual([])
  await expect(speedsOf(failing(-32000))).rejects.toMatchObject({ name: 'EndpointError' })
  const call = { to: '0x0000000000000000000000000000000000000001', value: 1n, data: undefined } as const
  await expect(withOffer(clientOf({}), call, 'fast')).rejects.toMatchObject({ name: 'InvalidOptionError', option: 'speed' })
  for (const answer of [
    { baseFeePerGas: ['much'] },
    { baseFeePerGas: ['0x1'], reward: [['0x1']] },
    { baseFeePerGas: ['0x1'], reward: [7] },
  ])
    await expect(offerOf(clientOf(answer), 'fast')).rejects.toMatchObject({ name: 'EndpointError' })
  await expect(offerOf(clientOf(busy), 'ludicrous' as 'fast')).rejects.toMatchObject({ name: 'InvalidOptionError' })
})

test('tips at a speed stand around what the node suggests, which a wallet that is left to itself pays', async () => {
  const suggesting = (tip: unknown) =>
    ({ request: ({ method }: { method: string }) => Promise.resolve(method === 'eth_feeHistory' ? busy : tip) }) as unknown as Client
  const tipsOf = async (tip: unknown) =>
    Promise.all((['slow', 'fast'] as const).map(async (speed) => (await offerOf(suggesting(tip), speed))?.maxPriorityFeePerGas))
  expect(await tipsOf(gwei(0.5))).toEqual([unit / 2n, 8n * unit])
  expect(await tipsOf(gwei(20))).toEqual([unit, 25n * unit])
  expect(await tipsOf('no number')).toEqual([unit, 8n * unit])
})

test('says about how long each speed takes by the pace of the last blocks, and nothing where that cannot be told', async () => {
  const chainOf = (number: number, pace: number, before = true) =>
    ({
      request: ({ method, params }: { method: string; params: readonly unknown[] }) => {
        if (method === 'eth_feeHistory') return Promise.resolve(busy)
        const at = params?.[0] === 'latest' ? number : Number(params?.[0])
        if (at !== number && !before) return Promise.reject(new Error('pruned'))
        const hex = (value: number) => `0x${value.toString(16)}`
        return Promise.resolve({ number: hex(at), timestamp: hex(1_000_000 + at * pace) })
      },
    }) as unknown as Client
  expect(await speedsOf(chainOf(500, 12))).toEqual([
    { speed: 'slow', seconds: 72 },
    { speed: 'standard', seconds: 24 },
    { speed: 'fast', seconds: 12 },
  ])
  const silent = [{ speed: 'slow' }, { speed: 'standard' }, { speed: 'fast' }]
  for (const chain of [chainOf(5, 12), chainOf(500, 0), chainOf(500, 12, false)]) expect(await speedsOf(chain)).toEqual(silent)
  expect(await speedsOf(clientOf({}))).toEqual([])
})
