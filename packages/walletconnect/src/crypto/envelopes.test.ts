import { expect, test } from 'vitest'
import { randomKey } from './agreement.js'
import { createEnvelopes } from './envelopes.js'

test('sealing comes by itself, serves who waits in order, and has not to be waited for from then on', async () => {
  const envelopes = createEnvelopes()
  expect(envelopes.now()).toBeUndefined()
  const served: string[] = []
  const first = envelopes.load().then(() => served.push('first'))
  const second = envelopes.load().then(() => served.push('second'))
  await Promise.all([second, first])
  expect(served).toEqual(['first', 'second'])
  const key = randomKey()
  const sealing = envelopes.now()
  expect(sealing?.open(sealing.seal({ key, message: 'hello' }), key)).toEqual({ message: 'hello' })
  expect(await envelopes.load()).toBe(sealing)
})
