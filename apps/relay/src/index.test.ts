import { expect, test } from 'vitest'
import * as relay from './index.js'

test('exports what it says', () => {
  expect(Object.keys(relay).sort()).toEqual(['PortInUseError', 'StoppedError', 'StorageError', 'createRelay', 'defaultLimits'])
})
