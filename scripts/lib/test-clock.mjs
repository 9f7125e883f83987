// When each test began, for the figures that it notes. A setup file of the unit tests, so that the clock is taken before any test stops it.
// A test whose title names promises is a figure of theirs, too: of those that no test counts attacks on.
import { afterEach, beforeAll, beforeEach } from 'vitest'
import { idsOfTitle } from './promise-list.mjs'
import { beginTest, recordPromise, testsOf } from './promises.mjs'

beforeAll(() => beginTest())
beforeEach(() => beginTest())
afterEach(({ task }) => {
  const failed = (task.result?.errors?.length ?? 0) > 0
  for (const id of idsOfTitle(task.name)) recordPromise({ id, name: testsOf, runs: 1, accepted: failed ? 1 : 0 })
})
