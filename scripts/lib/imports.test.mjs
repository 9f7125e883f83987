import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { circles, specifiers } from './imports.mjs'

const read = (/** @type {string} */ source, name = 'view.tsx') => specifiers(resolve('/nowhere', name), source)

test('imports of types alone are no imports, and dynamic ones are', () => {
  const source = `
    import type { A } from './types.js'
    import { type B } from './kept.js'
    import value from './value.js'
    export * from './again.js'
    export type { C } from './types.js'
    type D = import('./types.js').D
    const later = () => import('./later.js')
    const unknown = (name: string) => import(\`./\${name}.js\`)
    export const View = () => <p title="import('./text.js')">{value}</p>
  `
  expect(read(source)).toEqual(['./kept.js', './value.js', './again.js', './later.js'])
})

test('a file that cannot be parsed is named', () => {
  expect(() => read('const = 1')).toThrow(/view\.tsx/)
})

test('each circle is found once, by its shortest way', () => {
  const graph = new Map(
    Object.entries({ a: ['b', 'c'], b: ['c'], c: ['a'], d: ['a', 'd'], e: ['d'] }).map(([file, targets]) => [file, new Set(targets)]),
  )
  const found = circles(graph).map((circle) => circle.join(''))
  expect(found).toEqual(['d', 'ac', 'bca'])
})
