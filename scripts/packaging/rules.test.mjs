import { expect, test } from 'vitest'
import { checkChangesets, checkFiles, checkFixed, checkMetadata } from './rules.mjs'

const root = {
  license: 'MIT',
  homepage: 'https://a.example',
  bugs: 'https://a.example/issues',
  repository: { url: 'git+https://a.example/a.git' },
  engines: { node: '>=20.19' },
}
const good = {
  ...root,
  description: 'What it is',
  keywords: ['a'],
  repository: { ...root.repository, directory: 'packages/a' },
  dependencies: { '@portico/core': 'workspace:^' },
  exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
}
const file = (/** @type {string} */ path, text = '') => ({ path, text: () => text })
const always = [file('package.json'), file('README.md'), file('LICENSE')]

test('a package that says all of itself has no problem, and each thing is missed', () => {
  expect(checkMetadata(good, 'packages/a', root)).toEqual([])
  for (const field of ['description', 'license', 'homepage', 'repository', 'bugs', 'keywords', 'engines'])
    expect(checkMetadata({ ...good, [field]: undefined }, 'packages/a', root), field).not.toEqual([])
})

test('packages want each other by a caret, and a door has a default', () => {
  expect(checkMetadata({ ...good, dependencies: { '@portico/core': 'workspace:*' } }, 'packages/a', root)).toHaveLength(1)
  expect(checkMetadata({ ...good, exports: { '.': { types: './a.d.ts', import: './a.js' } } }, 'packages/a', root)).toHaveLength(1)
})

test('a tarball holds no stories and no tests, and no map without its sources', () => {
  const map = (/** @type {object} */ content) => file('dist/index.js.map', JSON.stringify(content))
  expect(checkFiles([...always, map({ sources: ['../src/index.ts'], sourcesContent: ['export {}'] })])).toEqual([])
  expect(checkFiles([...always, map({ sources: ['../src/index.ts'] })])).toHaveLength(1)
  expect(checkFiles([...always, file('dist/a.js', '//# sourceMappingURL=a.js.map\n')])).toHaveLength(1)
  expect(checkFiles([...always, file('dist/Button.stories.js'), file('dist/a.test.js')])).toHaveLength(2)
  expect(checkFiles(always.slice(1))).toEqual(['has no package.json'])
  const lazy = 'const load = () => Promise.resolve().then(() => view_exports)\n'
  expect(checkFiles([...always, file('dist/a.js', `var view_exports = {}\n${lazy}`)])).toEqual([])
  expect(checkFiles([...always, file('dist/a.js', lazy)])).toEqual(['dist/a.js asks for view_exports, which is not there'])
})

test('every published package has the same version', () => {
  expect(checkFixed(['a', 'b'], [['a', 'b', 'c']])).toEqual([])
  expect(checkFixed(['a', 'b'], [['a']])).toEqual([expect.stringContaining('b')])
})

test('a changeset names published packages alone', () => {
  const text = (/** @type {string} */ name) => [{ name: 'one.md', text: `---\n'${name}': minor\n---\n\nWhat is different: a lot.\n` }]
  expect(checkChangesets(['a'], text('a'))).toEqual([])
  expect(checkChangesets(['a'], text('b'))).toEqual([expect.stringContaining('one.md names b')])
  expect(checkChangesets(['a'], [{ name: 'none.md', text: '---\n---\n\nA service.\n' }])).toEqual([])
})
