// Where things are, and how to call pnpm.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

/** A path below the root. @param {...string} parts */
export const at = (...parts) => join(root, ...parts)

/** @returns {any} */
export const readJson = (/** @type {string} */ file) => JSON.parse(readFileSync(file, 'utf8'))

/** Folders of the workspace that hold a package.json. @returns {{ folder: string, path: string, manifest: any }[]} */
export function workspacePackages() {
  const groups = ['packages', 'apps'].flatMap((group) =>
    existsSync(at(group)) ? readdirSync(at(group)).map((name) => `${group}/${name}`) : [],
  )
  return [...groups, 'e2e']
    .filter((folder) => existsSync(at(folder, 'package.json')))
    .map((folder) => ({ folder, path: at(folder), manifest: readJson(at(folder, 'package.json')) }))
}

/** The packages that are published. */
export const publishedPackages = () => workspacePackages().filter(({ manifest }) => !manifest.private)

/** The pinned pnpm as a command and its first arguments: the one that runs us, else the one that npx fetches. @returns {[string, ...string[]]} */
export function pnpm() {
  const path = process.env.npm_execpath ?? ''
  const program = isPnpm(path) ? path : fetchedPnpm()
  return program.endsWith('js') ? [process.execPath, program] : [program]
}

/**
 * The environment for programs that start pnpm themselves (turbo does): pnpm is on the PATH. No tool phones home.
 * @returns {NodeJS.ProcessEnv}
 */
export function environment() {
  const [command, script = command] = pnpm()
  const path = `${dirname(script)}${delimiter}${process.env.PATH ?? ''}`
  return { ...process.env, PATH: path, TURBO_TELEMETRY_DISABLED: '1', STORYBOOK_DISABLE_TELEMETRY: '1', DO_NOT_TRACK: '1' }
}

const isPnpm = (/** @type {string} */ path) => /pnpm(\.c?js|\.exe)?$/.test(path)

function fetchedPnpm() {
  const ask = ['-y', readJson(at('package.json')).packageManager, 'exec', process.execPath, '-p', 'process.env.npm_execpath']
  const { stdout = '' } = spawnSync('npx', ask, { cwd: root, encoding: 'utf8', env: { ...process.env, npm_execpath: '' } })
  const path = stdout.trim().split('\n').at(-1) ?? ''
  return isPnpm(path) ? path : 'pnpm'
}
