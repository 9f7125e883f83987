import { expect, test } from 'vitest'
import { licenceOfText, satisfies, statedLicence } from './expression.mjs'
import { lockedPackages } from './lockfile.mjs'
import { compareVersions, objection, toolOf } from './policy.mjs'

const good = (id) => ['MIT', 'Apache-2.0', 'BSD-3-Clause'].includes(id)
const judge = (rest) => objection({ name: 'some-package', version: '1.0.0', licence: 'MIT', published: false, ...rest }, satisfies)

test.each([
  ['MIT', true],
  ['(MIT)', true],
  ['GPL-3.0-only', false],
  ['MIT OR GPL-3.0-only', true],
  ['MIT AND GPL-3.0-only', false],
  ['(MIT OR GPL-3.0-only) AND BSD-3-Clause', true],
  ['MIT AND (GPL-2.0 OR (Apache-2.0 AND LGPL-3.0))', false],
  ['GPL-3.0-only OR MIT AND Apache-2.0', true],
  ['Apache-2.0 WITH LLVM-exception', true],
  ['GPL-2.0 WITH Classpath-exception-2.0', false],
  ['mit or apache-2.0', false],
  ['', false],
  ['MIT Apache-2.0', false],
  ['(MIT', false],
  ['MIT)', false],
  ['MIT OR', false],
  ['Apache-2.0 WITH', false],
  ['SEE LICENSE IN LICENSE.md', false],
  ['UNLICENSED', false],
])('the expression "%s" is allowed: %s', (expression, expected) => {
  expect(satisfies(expression, good)).toBe(expected)
})

test('the old forms of the licence field are read', () => {
  expect(statedLicence({ license: { type: 'MIT', url: 'https://example.org' } })).toBe('MIT')
  expect(statedLicence({ licenses: [{ type: 'MIT' }, { type: 'Apache-2.0' }] })).toBe('MIT OR Apache-2.0')
  expect(statedLicence({ name: 'nothing' })).toBe('')
  expect(statedLicence({ license: 7 })).toBe('')
})

test('a licence file stands in for a missing field, and a GPL text is never taken for another', () => {
  expect(licenceOfText('Permission is hereby granted, free of charge, to any person ... THE SOFTWARE IS PROVIDED "AS IS"')).toBe('MIT')
  expect(licenceOfText('GNU GENERAL PUBLIC LICENSE\nVersion 3. The Apache License, Version 2.0 is compatible')).toMatch(/GPL/)
  expect(licenceOfText('All rights reserved.')).toBe('')
})

test('a package with no licence, or with one that is not on the list, is refused', () => {
  expect(judge({ licence: '' })).toMatch('no licence')
  expect(judge({ licence: 'BUSL-1.1' })).toMatch('not on the list')
  expect(judge({})).toBeUndefined()
})

test('GPL in the tree of a published package is refused', () => {
  expect(judge({ licence: 'GPL-3.0-only', published: true })).toMatch('published')
})

test('an exception holds for its package and its licence alone', () => {
  expect(judge({ name: 'caniuse-lite', licence: 'CC-BY-4.0' })).toBeUndefined()
  expect(judge({ name: 'caniuse-heavy', licence: 'CC-BY-4.0' })).toMatch('not on the list')
})

test.each([
  ['@walletconnect/core', '2.21.8', true],
  ['@walletconnect/core', '2.21.9', false],
  ['@walletconnect/sign-client', '2.23.2', false],
  ['@walletconnect/some-new-client', '2.25.0', false],
  ['@walletconnect/logger', '3.0.0', true],
  ['@reown/appkit', '1.8.2', true],
  ['@reown/appkit', '1.8.3', false],
  ['@reown/appkit-controllers', '1.8.19', false],
  ['@reown/walletkit', '1.2.10', true],
  ['@reown/walletkit', '1.2.11', false],
  ['@metamask/sdk', '0.1.0', false],
  ['@metamask/sdk-communication-layer', '0.1.0', false],
  ['@metamask/connect-evm', '0.1.0', false],
  ['@metamask/utils', '1.0.0', true],
])('%s %s may be installed under MIT: %s', (name, version, expected) => {
  expect(judge({ name, version }) === undefined).toBe(expected)
})

test('versions are compared as numbers, and a pre-release comes before its release', () => {
  expect(compareVersions('2.21.10', '2.21.9')).toBeGreaterThan(0)
  expect(compareVersions('2.21.8', '2.21.8+build')).toBe(0)
  expect(compareVersions('2.21.8-rc.1', '2.21.8')).toBeLessThan(0)
})

test('packages and their platforms are read from a lockfile', () => {
  const text = [
    "lockfileVersion: '9.0'",
    '',
    'packages:',
    '',
    "  '@scope/one@1.2.3':",
    '    resolution: {integrity: sha512-x}',
    '    cpu: [arm64]',
    '',
    '  two@0.1.0-rc.1:',
    '    resolution: {integrity: sha512-y}',
    '',
    'snapshots:',
    '',
    '  three@1.0.0: {}',
    '',
  ].join('\n')
  expect(lockedPackages(text)).toEqual([
    { name: '@scope/one', version: '1.2.3', forOnePlatform: true },
    { name: 'two', version: '0.1.0-rc.1', forOnePlatform: false },
  ])
})

test('the builds of one tool for many systems have one name', () => {
  expect(toolOf('@rolldown/binding-win32-arm64-msvc')).toBe(toolOf('@rolldown/binding-linux-x64-gnu'))
  expect(toolOf('@esbuild/darwin-x64')).not.toBe(toolOf('@turbo/darwin-64'))
  expect(toolOf('window-getters')).toBe('window-getters')
})
