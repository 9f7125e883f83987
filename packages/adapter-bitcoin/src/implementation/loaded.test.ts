import { expect, test } from 'vitest'
import { loaded } from './loaded.js'

test('a part that is not there, as when the visitor is offline, is an AdapterLoadError', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module')
  await expect(loaded(Promise.reject(cause))).rejects.toMatchObject({ name: 'AdapterLoadError', cause })
  await expect(loaded(Promise.resolve(7))).resolves.toBe(7)
})
