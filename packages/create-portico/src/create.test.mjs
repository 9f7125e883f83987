import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { parseEnv } from 'node:util'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { parseYaml } from '../../../scripts/lib/yaml.mjs'
import { CreateError, createSite, templates } from './create.mjs'
import { run } from './run.mjs'

const here = new URL('..', import.meta.url)
const readJson = (/** @type {string | URL} */ file) => JSON.parse(readFileSync(file, 'utf8'))
/** @type {string} */
let folder
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'create-portico-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

test.each(Object.keys(templates))('%s: a site with its name, ranges in the place of versions, and what git leaves out', (template) => {
  const site = join(folder, 'My Shop')
  createSite({ folder: site, template: /** @type {any} */ (template) })
  const { name, dependencies, devDependencies } = readJson(join(site, 'package.json'))
  expect(name).toBe('my-shop')
  const { version } = readJson(new URL('package.json', here))
  expect(dependencies['@portico/core']).toBe(`^${version}`)
  for (const range of Object.values({ ...dependencies, ...devDependencies })) expect(range).toMatch(/^\^\d+\.\d+\.\d+$/)
  expect(readdirSync(site)).toContain('.gitignore')
  expect(readdirSync(site)).not.toContain('_gitignore')
})

test('templates want the versions that the packages are tested with', () => {
  const { catalog } = parseYaml(readFileSync(new URL('../../pnpm-workspace.yaml', here), 'utf8'))
  for (const template of Object.keys(templates)) {
    const { dependencies, devDependencies } = readJson(new URL(`templates/${template}/package.json`, here))
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
      if (catalog[name]) expect(version, `${template}: ${name}`).toBe(catalog[name])
  }
})

test('the services of a full-stack site are of the same version as its packages, and each has keys of its own', () => {
  const site = join(folder, 'site')
  createSite({ folder: site, template: 'full-stack' })
  const manifest = readJson(join(site, 'package.json'))
  const setUp = () => {
    execFileSync(process.execPath, ['services/setup.mjs'], { cwd: site })
    return parseEnv(readFileSync(join(site, '.env'), 'utf8'))
  }
  const { PORTICO_SOURCE: unreleased, ...secrets } = setUp()
  expect(unreleased).toMatch(/\.git$/)
  const keys = Object.entries(secrets).filter(([name]) => /_(KEYS|PASSWORD)$/.test(name))
  expect(new Set(keys.map(([, value]) => value)).size).toBe(5)
  expect(setUp()).toEqual({ PORTICO_SOURCE: unreleased, ...secrets })
  rmSync(join(site, '.env'))
  writeFileSync(
    join(site, 'package.json'),
    JSON.stringify({ ...manifest, dependencies: { ...manifest.dependencies, '@portico/core': '^0.3.1' } }),
  )
  expect(setUp()['PORTICO_SOURCE']).toMatch(/\.git#v0\.3\.1$/)
})

test('what is in a folder already stays as it is', () => {
  writeFileSync(join(folder, 'mine.txt'), 'mine')
  expect(() => createSite({ folder, template: 'vite' })).toThrow(CreateError)
  expect(() => createSite({ folder: join(folder, 'mine.txt'), template: 'vite' })).toThrow('is a file')
  expect(readdirSync(folder)).toEqual(['mine.txt'])
  const cloned = join(folder, 'cloned')
  mkdirSync(join(cloned, '.git'), { recursive: true })
  createSite({ folder: cloned, template: 'vite' })
})

test('the way into the folder is said from where somebody is', async () => {
  const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  vi.spyOn(process, 'cwd').mockReturnValue(folder)
  for (const [site, way] of [
    [folder, 'Written to X\n\n  npm install'],
    [join(folder, 'apps/shop'), `\n\n  cd ${join('apps', 'shop')}\n`],
    [join(folder, 'My Shop'), '\n\n  cd "My Shop"\n'],
  ]) {
    rmSync(folder, { recursive: true })
    mkdirSync(folder)
    expect(await run([String(site), '--template', 'plain'])).toBe(0)
    expect(
      String(said.mock.lastCall?.[0])
        .replace(folder, 'X')
        .replace(/\b(pnpm|yarn|bun) /g, 'npm '),
    ).toContain(way)
  }
})

test('a folder that cannot be made is told, without where in the program that was', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue()
  writeFileSync(join(folder, 'file'), '')
  expect(await run([join(folder, 'file', 'site'), '--template', 'vite'])).toBe(1)
  expect(said).toHaveBeenLastCalledWith(expect.stringMatching(/^E[A-Z]+: .*file/))
})

test('Ctrl-C at a question ends it without another word', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue()
  const terminal = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => terminal })
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(/** @type {any} */ (terminal))
  vi.spyOn(process, 'stdout', 'get').mockReturnValue(/** @type {any} */ (Object.assign(new PassThrough(), { isTTY: true, columns: 80 })))
  const ended = run(['--template', 'vite'])
  terminal.write('\u0003')
  expect(await ended).toBe(130)
  expect(said).not.toHaveBeenCalled()
})

test('a wrong word on the command line is told, with the way out', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue()
  expect(await run([join(folder, 'a'), '--template', 'angular'])).toBe(1)
  expect(said).toHaveBeenLastCalledWith(expect.stringContaining('vite '))
  expect(await run([join(folder, 'a'), '--nope'])).toBe(1)
  expect(await run([])).toBe(1)
  expect(said).toHaveBeenLastCalledWith(expect.stringContaining('Nobody is there to ask'))
  expect(readdirSync(folder)).toEqual([])
})
