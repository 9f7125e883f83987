import { expect, test } from 'vitest'
import { recordPromise } from '../../../../../scripts/lib/promises.mjs'
import { crashDrill } from './test/crash.js'

/** `scripts/crash-drill.mjs` asks for 100. */
const points = Number(process.env['PORTICO_CRASH_POINTS'] ?? 8)

test('R24: no kill −9 between two writes of either service loses a wallet', { timeout: 30_000 + points * 15_000 }, async () => {
  const seed = Number(process.env['PORTICO_CRASH_SEED'] ?? 20_261_121)
  const onPoint = (done: number, what: string): void => void (points > 8 && process.stderr.write(`${done} of ${points}: ${what}\n`))
  const { crashes, lost, byFlow } = await crashDrill({ points, seed, onPoint })
  recordPromise({
    id: 'R24',
    name: 'kill -9 between two writes, wallets lost',
    runs: crashes,
    accepted: lost.length,
    more: byFlow,
  })
  expect(lost).toEqual([])
  expect(crashes).toBe(points)
})
