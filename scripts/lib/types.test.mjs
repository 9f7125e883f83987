import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { typePrograms } from './types.mjs'
import { at, workspacePackages } from './workspace.mjs'

test('each program of types is there', () => {
  expect(typePrograms.filter((program) => !existsSync(at(program.endsWith('.json') ? program : join(program, 'tsconfig.json'))))).toEqual(
    [],
  )
})

test('the compiler of each package knows what its own check of types asks for', () => {
  const asked = workspacePackages().flatMap(({ path, manifest: { name, scripts } }) =>
    [...(scripts?.typecheck ?? '').matchAll(/\btsc (--[^&]*)/g)].map(([, options = '']) => ({ name, path, options: options.trim() })),
  )
  const refused = asked.filter(({ path, options }) => {
    const { status } = spawnSync(join(path, 'node_modules/.bin/tsc'), [...options.split(' '), '--showConfig'], { cwd: path })
    return status !== 0
  })
  expect(asked.length).toBeGreaterThan(20)
  expect(refused.map(({ name, options }) => `${name}: tsc ${options}`)).toEqual([])
})
