import { expect, test } from 'vitest'
import { together } from './together.js'

function setUp(most?: number) {
  const runs: number[][] = []
  const ends: (() => void)[] = []
  const ask = together<number, number>(async (asked) => {
    runs.push([...asked])
    await new Promise<void>((resolve) => ends.push(resolve))
    if (asked.includes(0)) throw new Error('none')
    return asked.map((each) => each * 10)
  }, most)
  return { runs, ask, end: () => ends.shift()?.() }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('the first does not wait, and what is asked meanwhile goes together next, each with its own answer', async () => {
  const { runs, ask, end } = setUp()
  const answers = [ask(1), ask(2), ask(3)]
  expect(runs).toEqual([[1]])
  end()
  await expect(answers[0]).resolves.toBe(10)
  expect(runs).toEqual([[1], [2, 3]])
  end()
  await expect(Promise.all(answers)).resolves.toEqual([10, 20, 30])
  const last = ask(4)
  expect(runs).toEqual([[1], [2, 3], [4]])
  end()
  await expect(last).resolves.toBe(40)
})

test('a run that fails is told to those of that run alone', async () => {
  const { ask, end } = setUp()
  const first = ask(0)
  const second = ask(2)
  end()
  await expect(first).rejects.toThrow('none')
  await turn()
  end()
  await expect(second).resolves.toBe(20)
})

test('no more go together than may', async () => {
  const { runs, ask, end } = setUp(2)
  const answers = [1, 2, 3, 4, 5].map(ask)
  for (let run = 0; run < 4; run += 1) {
    end()
    await turn()
  }
  await expect(Promise.all(answers)).resolves.toEqual([10, 20, 30, 40, 50])
  expect(runs).toEqual([[1], [2, 3], [4, 5]])
})

test('answers that are fewer than what was asked are nobody’s', async () => {
  const ask = together<number, number>(async () => [])
  await expect(ask(1)).rejects.toThrow('1 were asked, 0 answered.')
})
