// Node 20 does not read TypeScript: services start from a bundle of their source.
import { execFile } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

/**
 * What stays outside a bundle, by the package that depends on it: native code, and what looks for files of its own. It is found from
 * there, so that whoever bundles need not list it.
 */
const outside = {
  '@portico/chains': ['litesvm/dist/internal.js', 'ws'],
  '@portico/gateway': ['sharp'],
  '@portico/relay': ['ioredis', 'libsql', 'ws'],
  '@portico/service': ['koffi', 'libsql', 'nodemailer', 'pg'],
}

/** Packages of this repository are read as source. */
export const resolveConditions = ['@portico/source', 'import', 'node', 'default']

/**
 * Bundles a TypeScript file of a package, dependencies included, and returns the URL of a module that Node can import. What it loads
 * later lies beside it, and all of it is removed when this process ends. The bundler works in a process of its own, because its
 * memory (over 100 MB) would stay with this one.
 * @param {URL} root the package's folder
 * @param {string} entry below it
 * @param {{ external?: readonly string[] }} [options] what else stays outside, found from the package itself
 */
export async function bundle(root, entry, { external = [] } = {}) {
  const cache = new URL('node_modules/.cache/bundle/', root)
  removeLeftovers(cache)
  const folder = new URL(`${process.pid}-${entry.replaceAll(/\W/g, '-')}/`, cache)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const paths = pathsFrom(createRequire(new URL('package.json', root)))
  const output = { dir: fileURLToPath(folder), entryFileNames: 'main.mjs', chunkFileNames: '[name]-[hash].mjs', paths }
  const resolve = { conditionNames: resolveConditions }
  const options = { input: entry, platform: 'node', logLevel: 'warn', external: [...external, ...Object.keys(paths)], resolve, output }
  const rolldown = JSON.stringify(import.meta.resolve('rolldown'))
  const program = `import { build } from ${rolldown}; await build(${JSON.stringify(options)})`
  const cwd = fileURLToPath(root)
  const { stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], { cwd })
  if (stderr) process.stderr.write(stderr)
  return new URL('main.mjs', folder).href
}

/** Where what stays outside is, as URLs, of the packages that this one can see. */
function pathsFrom({ resolve }) {
  return Object.fromEntries(
    ownersOf(resolve).flatMap(([name, owner]) => {
      const from = createRequire(owner)
      // An optional package may not be there: then nothing that is run asks for it.
      if (!resolved(from.resolve, name)) return []
      return [[name, pathToFileURL(entryOf(name, from)).href]]
    }),
  )
}

/**
 * Packages that stay outside, with the package.json of the package that depends on each.
 * @param {(name: string) => string} resolve of the package that is bundled
 * @returns {Record<string, string>}
 */
export function stayOutside(resolve) {
  return Object.fromEntries(ownersOf(resolve).filter(([name]) => !name.endsWith('.js')))
}

/** What stays outside, each with the package.json of its owner. @returns {[string, string][]} */
function ownersOf(/** @type {(name: string) => string} */ resolve) {
  return Object.entries(outside).flatMap(([owner, names]) => {
    const manifest = resolved(resolve, `${owner}/package.json`)
    return manifest ? names.map((name) => [name, manifest]) : []
  })
}

/** The file that `import` loads, which may be another one than what `require` does. */
function entryOf(name, from) {
  const manifest = resolved(from.resolve, `${name}/package.json`)
  const target = manifest && JSON.parse(readFileSync(manifest, 'utf8')).exports?.['.']?.import
  return typeof target === 'string' ? join(dirname(manifest), target) : from.resolve(name)
}

function resolved(resolve, name) {
  try {
    return resolve(name)
  } catch {
    return undefined
  }
}

/** Of processes that were killed before they could remove what they had written. */
function removeLeftovers(cache) {
  for (const name of existsSync(cache) ? readdirSync(cache) : []) {
    const [, pid] = /^(\d+)-/.exec(name) ?? []
    if (pid && !isAlive(Number(pid))) rmSync(new URL(name, cache), { recursive: true, force: true })
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}
