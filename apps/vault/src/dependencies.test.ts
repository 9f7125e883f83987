import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'

const names = z.optional(z.record(z.string(), z.string()))
const manifest = z.object({ name: z.string(), dependencies: names, optionalDependencies: names, peerDependencies: names })

const root = fileURLToPath(new URL('..', import.meta.url))

/** Names of all packages that can be loaded when the vault runs: its dependencies, theirs, and so on. */
function dependencyTree(folder: string, seen = new Map<string, string>()): Map<string, string> {
  const { name, ...kinds } = manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
  if (seen.has(folder)) return seen
  seen.set(folder, name)
  for (const dependency of Object.values(kinds).flatMap((each) => Object.keys(each ?? {}))) {
    const found = installed(dependency, folder)
    if (found) dependencyTree(found, seen)
  }
  return seen
}

/** Where Node finds a package from a folder; undefined where it is optional and not there. */
function installed(name: string, from: string): string | undefined {
  for (let folder = from; folder !== dirname(folder); folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name)
    if (existsSync(join(candidate, 'package.json'))) return realpathSync(candidate)
  }
  return undefined
}

test('the vault shares no code with React, an OAuth library or the auth service', () => {
  const tree = [...dependencyTree(root).values()]
  expect(tree).toEqual(expect.arrayContaining(['@portico/service', '@portico/vault-wire', '@hpke/core', 'jose', 'libsql', 'pg']))
  expect(tree.filter((name) => /^(@types\/)?(react|preact|vue|svelte)(-|$)|oauth|openid|oidc|passport/.test(name))).toEqual([])
  expect(tree.filter((name) => name.startsWith('@portico/')).toSorted()).toEqual([
    '@portico/service',
    '@portico/vault',
    '@portico/vault-wire',
  ])
})
