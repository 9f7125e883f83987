import { expect, test } from 'vitest'
import { speedsOf } from './fees.js'

test('says how long each speed takes by the blocks that its estimate is for, ten minutes each', () => {
  const estimates = new Map([
    [1, 20],
    [6, 8],
    [144, 2],
  ])
  expect(speedsOf(estimates)).toEqual([
    { speed: 'slow', seconds: 86_400 },
    { speed: 'standard', seconds: 3_600 },
    { speed: 'fast', seconds: 600 },
  ])
  expect(speedsOf(new Map([[2, 5]]))).toMatchObject([{ speed: 'slow' }, { speed: 'standard' }, { speed: 'fast', seconds: 1_200 }])
})

test('one that pays as much as a faster one is as fast', () => {
  const quiet = new Map([1, 6, 144].map((target) => [target, 1] as const))
  expect(speedsOf(quiet).map(({ seconds }) => seconds)).toEqual([600, 600, 600])
  expect(speedsOf(new Map([...quiet, [1, 3]])).map(({ seconds }) => seconds)).toEqual([3_600, 3_600, 600])
})
