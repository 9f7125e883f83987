import { expect, test } from 'vitest'
import { compileExamples, examples, examplesIn, moduleOf, namesWithoutExample } from '../../apps/docs/scripts/examples.mjs'

test('every example in a comment of a published package compiles', () => {
  const all = examples()
  expect(all.length).toBeGreaterThan(200)
  expect(compileExamples(all)).toEqual([])
}, 120_000)

test('a public name has an example', () => {
  expect(namesWithoutExample(), 'write an @example into the comment of each').toEqual([])
})

test('one with an option that there is not, or that cannot be read, is told by its place', () => {
  const text =
    '/**\n * Does.\n * @example createPortico({ adapters: [evm({ networkz: [] })] })\n * @throws nothing\n */\n/** @example const = 1 */\n'
  const made = examplesIn(text, { package: '@portico/core', file: 'made.ts' })
  expect(made.map(({ line, code }) => [line, code])).toEqual([
    [3, 'createPortico({ adapters: [evm({ networkz: [] })] })'],
    [6, 'const = 1'],
  ])
  const problems = compileExamples(made)
  expect(problems).toHaveLength(2)
  expect(problems[0]).toMatch(/^made\.ts:6 cannot be read/)
  expect(problems[1]).toMatch(/^made\.ts:3 TS\d+: .*networkz/)
}, 120_000)

test('names come from doors, the portico is one, and what a reader brings may be anything', () => {
  const code = 'await signMessage(portico, { message: mine.text })\nconst { a: b } = portico\nconsole.log(b)'
  expect(moduleOf({ package: '@portico/core', file: 'made.ts', line: 1, code })).toBe(
    `import { signMessage } from '@portico/core'\ndeclare const portico: import('@portico/core').Portico\ndeclare const mine: any\n${code}\nexport {}\n`,
  )
})
