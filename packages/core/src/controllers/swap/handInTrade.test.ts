import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SendingUnconfirmedError } from '../send/errors.js'
import { handInTrade } from './handInTrade.js'
import { networkId, refusal, withSwaps } from './swap.test.helper.js'

const id = `0x${'1d'.repeat(32)}`

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

/** Hands a trade in. `answers`: of the service, to each time that it is handed in; the last one stays. */
function handIn(answers: readonly (() => Response | Promise<Response>)[]) {
  const { portico, server } = withSwaps()
  const signatures: unknown[] = []
  server.script = (path, _, body) => {
    if (path !== '/v1/convert/trades') return undefined
    signatures.push(body['signature'])
    return (answers[signatures.length - 1] ?? answers.at(-1))?.()
  }
  const typedData = { domain: {}, primaryType: 'Swap', types: {}, message: {} }
  const ended = handInTrade(portico, networkId, { typedData }, '0x51').catch((error: unknown) => error)
  return { ended, signatures }
}
const taken = () => Response.json({ id })
const lost = () => Promise.reject(new TypeError('Failed to fetch'))

test.each([
  ['the line was cut', lost],
  ['it answers 502', () => refusal('provider', 502)],
  ['its answer is none', () => new Response('<html>')],
])('a service that may have the trade is handed the same one again, and never another: %s', async (_, answer) => {
  const { ended, signatures } = handIn([answer, answer, taken])
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await ended).toBe(id)
  expect(signatures).toEqual(['0x51', '0x51', '0x51'])
})

test('a trade is not confirmed, and not one that did not happen, where nobody can say whether it was taken', async () => {
  const { ended } = handIn([lost])
  await vi.advanceTimersByTimeAsync(65_000)
  expect(await ended).toBeInstanceOf(SendingUnconfirmedError)
  const { ended: refusedLater } = handIn([lost, () => refusal('nonce')])
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await refusedLater).toBeInstanceOf(SendingUnconfirmedError)
})

test('a trade that is refused at once has not been taken: why is said, and it is handed in once', async () => {
  const { ended, signatures } = handIn([() => refusal('quoteExpired')])
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await ended).toMatchObject({ name: 'HttpStatusError', status: 400 })
  expect(signatures).toHaveLength(1)
})
