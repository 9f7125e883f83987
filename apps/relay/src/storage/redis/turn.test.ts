import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { perTurn } from './turn.js'

test('what is asked in one turn goes together, in its order and so many at a time', async () => {
  const runs: (readonly number[])[] = []
  const { add } = perTurn<number>(async (asked) => void runs.push(asked), 2)
  await Promise.all([add(1), add(2), add(3)])
  await add(4)
  expect(runs).toEqual([[1, 2], [3], [4]])
})

test('what fails fails for all that went with it, and for nobody else', async () => {
  const { add } = perTurn<number>(async ([first]) => {
    if (first === 1) throw new Error('away')
  }, 2)
  const asked = [add(1), add(2), add(3)]
  expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
})

test('what waits can be run at once, and is not run again', async () => {
  const runs: (readonly number[])[] = []
  const { add, flush } = perTurn<number>(async (asked) => void runs.push(asked), 10)
  const asked = add(1)
  await flush()
  expect(runs).toEqual([[1]])
  await asked
  await turn()
  expect(runs).toEqual([[1]])
})
