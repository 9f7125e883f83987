// When each test began, for the figures that it notes. A setup file of the unit tests, so that the clock is taken before any test stops it.
import { beforeAll, beforeEach } from 'vitest'
import { beginTest } from './promises.mjs'

beforeAll(() => beginTest())
beforeEach(() => beginTest())
