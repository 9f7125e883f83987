import { expect, test } from 'vitest'
import { randomKey } from '../crypto/agreement.js'
import { createPart } from './part.js'

test('what is in another chunk serves who waits in order, and has not to be waited for once it is there', async () => {
  const part = createPart(() => import('../crypto/envelope.js'))
  expect(part.now()).toBeUndefined()
  const served: string[] = []
  const first = part.load().then(() => served.push('first'))
  const second = part.load().then(() => served.push('second'))
  await Promise.all([second, first])
  expect(served).toEqual(['first', 'second'])
  const key = randomKey()
  const sealing = part.now()
  expect(sealing?.open(sealing.seal({ key, message: 'hello' }), key)).toEqual({ message: 'hello' })
  expect(await part.load()).toBe(sealing)
})

test('a part is brought once for all who ask, and asked for again only after it did not come', async () => {
  let asked = 0
  const part = createPart(async () => {
    asked += 1
    if (asked === 1) throw new TypeError('Failed to fetch.')
    return asked
  })
  const [one, other] = [part.load(), part.load()]
  await expect(one).rejects.toThrow('Failed to fetch.')
  await expect(other).rejects.toThrow('Failed to fetch.')
  expect([asked, part.now()]).toEqual([1, undefined])
  expect(await Promise.all([part.load(), part.load()])).toEqual([2, 2])
  expect([asked, part.now()]).toEqual([2, 2])
})
