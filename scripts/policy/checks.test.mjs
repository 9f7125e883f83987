import { expect, test } from 'vitest'
import { parseYaml } from '../lib/yaml.mjs'
import {
  checkManifest,
  checkPackageManager,
  checkSettings,
  checkWords,
  checkWorkflow,
  lifecycleScripts,
  requiredSettings,
} from './checks.mjs'

const manifest = (rest) => ({ name: 'made-up', private: true, ...rest })

test('S42: the settings as they are required have no problem, and each of them is required', () => {
  expect(checkSettings({ ...requiredSettings, catalog: { a: '1.0.0' }, allowBuilds: { b: false } })).toEqual([])
  for (const key of Object.keys(requiredSettings)) {
    const { [key]: _, ...rest } = requiredSettings
    expect(checkSettings(rest)).toEqual([expect.stringContaining(key)])
  }
})

test.each(['^1.0.0', '1.x', 'latest', '>=1', '1.0', ''])('S42: the catalog refuses the version "%s"', (version) => {
  expect(checkSettings({ ...requiredSettings, catalog: { a: version } })).toHaveLength(1)
})

test('S42: exceptions to the policy are problems', () => {
  expect(checkSettings({ ...requiredSettings, minimumReleaseAgeExclude: ['a'], allowBuilds: { a: true } })).toHaveLength(2)
})

test('S42: a second version of a package is as exact as the first', () => {
  const problems = (/** @type {string} */ version) => checkSettings({ ...requiredSettings, catalog: { 'a-2': version } })
  expect(problems('npm:@x/a@2.0.1')).toEqual([])
  for (const version of ['npm:@x/a@^2.0.1', 'npm:@x/a', 'npm:a@latest', 'git:a@2.0.1', 'npm:https://x.y/a@2.0.1'])
    expect(problems(version), version).toHaveLength(1)
})

test('S42: a package of the workspace takes its versions from the catalog', () => {
  expect(
    checkManifest('packages/a', manifest({ dependencies: { a: 'catalog:', b: 'workspace:*' }, peerDependencies: { c: '>=1' } }), {
      workspace: true,
    }),
  ).toEqual([])
  expect(checkManifest('packages/a', manifest({ devDependencies: { a: '1.0.0' } }), { workspace: true })).toHaveLength(1)
})

test('S42: what a host has as well may be wanted by a range, of a published package alone', () => {
  const wants = (/** @type {object} */ rest) =>
    checkManifest(
      'packages/a',
      { name: 'a', files: ['dist'], dependencies: { '@tanstack/query-core': '^5.1.0' }, ...rest },
      { workspace: true },
    )
  expect(wants({})).toEqual([])
  expect(wants({ private: true })).toHaveLength(1)
  expect(wants({ dependencies: { '@tanstack/query-core': '5.x' } })).toHaveLength(1)
  expect(wants({ dependencies: { zod: '^4.0.0' } })).toHaveLength(1)
})

test('S42: a package outside of the workspace states exact versions', () => {
  expect(
    checkManifest('bench', manifest({ dependencies: { a: '1.0.0', b: 'file:../b.tgz', c: 'npm:d@1.0.0' } }), { workspace: false }),
  ).toEqual([])
  for (const version of ['^1.0.0', 'npm:d@^1.0.0']) {
    expect(checkManifest('bench', manifest({ dependencies: { a: version } }), { workspace: false })).toHaveLength(1)
  }
})

test.each(lifecycleScripts)('S43: the lifecycle script "%s" is refused', (name) => {
  expect(checkManifest('packages/a', manifest({ scripts: { [name]: 'node x.js', build: 'tsc' } }), { workspace: true })).toHaveLength(1)
})

test.each([
  ['pnpm@12.21.0', true],
  ['pnpm@10.34.0', true],
  ['pnpm@10.33.9', false],
  ['pnpm@9.15.0', false],
  ['pnpm@12', false],
  [undefined, false],
])('S42: packageManager %s is accepted: %s', (value, accepted) => expect(checkPackageManager(value).length === 0).toBe(accepted))

test('the YAML of the workspace file is read, and more than that is an error', () => {
  const text =
    'packages: [a/*, "b"] # groups\n\n# a comment\ncatalog:\n  "@x/y": 1.2.3\n  z: "2"\nrules:\n  allowed: { typescript: "7" }\nage: 10\non: true\n'
  expect(parseYaml(text)).toEqual({
    packages: ['a/*', 'b'],
    catalog: { '@x/y': '1.2.3', z: '2' },
    rules: { allowed: { typescript: '7' } },
    age: 10,
    on: true,
  })
  expect(() => parseYaml('list:\n  - a\n')).toThrow(SyntaxError)
})

test('words that point at a document outside of the repository are problems, by line; standards and our own pages are none', () => {
  const wanting = [
    'a limit (spec point 9)',
    'as (spec',
    ' * point 4) says',
    'see spec/reference 1.2',
    'in security.md S10',
    'short (security S36)',
    'the networks of the specification',
  ]
  const problems = checkWords('a.ts', wanting.join('\n'))
  expect(problems.map((problem) => /^a\.ts:(\d+)/.exec(problem)?.[1])).toEqual(['1', '2', '4', '5', '6', '7'])
  expect(
    checkWords('a.ts', 'By the Wallet Standard, in the specification of EIP-712. [Security](SECURITY.md). send.spec.ts (S36), spec.define'),
  ).toEqual([])
})

test('S43: a workflow names actions by digest, restores no cache, holds no token and runs nothing for a pull request', () => {
  const good = `permissions: {}\njobs:\n  a:\n    steps:\n      - uses: actions/checkout@${'0a'.repeat(20)} # v4\n`
  expect(checkWorkflow('a.yml', good)).toEqual([])
  for (const bad of [
    good.replace(/@[0-9a]{40}/, '@v4'),
    `on: pull_request_target\n${good}`,
    `${good}        with: { cache: npm }\n`,
    `${good}        env: { NODE_AUTH_TOKEN: a }\n`,
    good.replace('permissions: {}\n', ''),
  ])
    expect(checkWorkflow('a.yml', bad), bad).toHaveLength(1)
})
