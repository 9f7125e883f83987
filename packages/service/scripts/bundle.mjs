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
  '@portico/relay': ['ioredis', 'libsql', 'ws'],
  '@portico/service': ['libsql', 'nodemailer', 'pg'],
}

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
  const resolve = { conditionNames: ['@portico/source', 'import', 'node', 'default'] }
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
    Object.entries(outside).flatMap(([owner, names]) => {
      const manifest = resolved(resolve, `${owner}/package.json`)
      if (!manifest) return []
      const from = createRequire(manifest)
      return names.map((name) => [name, pathToFileURL(entryOf(name, from)).href])
    }),
  )
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
