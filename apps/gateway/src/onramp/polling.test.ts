import { expect, test, vi } from 'vitest'
import { ProviderError } from '../providers/errors.js'
import { createPolling } from './polling.js'
import type { OnrampSession, Sessions } from './sessions.js'
import type { OnrampProvider } from './types.js'

test('a provider that asks for patience is left alone that long from its answer on, however long that took', async () => {
  let now = 1_000_000
  const read = vi.fn(() => {
    now += 7_000
    return Promise.reject(new ProviderError('rate-limited', 'Later.', { retryAfter: 60 }))
  })
  const release = vi.fn<Sessions['release']>(() => Promise.resolve())
  const polling = createPolling({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else of them is asked
    sessions: { release } as unknown as Sessions,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else of it is asked
    providers: [{ kind: 'moonpay', read } as unknown as OnrampProvider],
    pollMs: 1000,
    clock: () => now,
    log: () => {},
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else of it is read
  const session = {
    id: 'one',
    provider: 'moonpay',
    reference: 'one',
    kind: 'buy',
    address: '0x1',
    status: 'created',
  } as unknown as OnrampSession
  await polling.ask(session)
  expect(release).toHaveBeenLastCalledWith(session, 60_000)
  now += 55_000
  await polling.ask(session)
  expect(release).toHaveBeenLastCalledWith(session, 5_000)
  expect(read).toHaveBeenCalledTimes(1)
  now += 5_000
  await polling.ask(session)
  expect(read).toHaveBeenCalledTimes(2)
})
