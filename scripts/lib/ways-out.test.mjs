import { expect, test } from 'vitest'
import { errorClasses, errorsPage, wayOutProblems } from '../../apps/docs/scripts/errors.mjs'

test('every error class says what to do about it, in its hint or in the reference', () => {
  expect(wayOutProblems()).toEqual([])
  const { markdown } = errorsPage()
  expect(markdown.match(/^- \*\*Way out\*\*: \S/gm)).toHaveLength(errorClasses().length)
})

test('a class that says nothing is told, and so is a line for none', () => {
  const [one] = errorClasses()
  expect(one).toBeDefined()
  const silent = { ...one, name: 'NewError', hint: '', file: 'new.ts' }
  expect(wayOutProblems(/** @type {any} */ ([...errorClasses(), silent]))).toEqual([
    'NewError of new.ts has no hint, and no way out in waysOut.mjs',
  ])
  expect(wayOutProblems(errorClasses().filter(({ name }) => name !== 'RpcError'))).toEqual([
    'waysOut.mjs has a line for RpcError, which says it by itself or is no more',
  ])
})
