import { execFile } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('..', import.meta.url))
const cache = new URL('../node_modules/.cache/secure-site/', import.meta.url)

/**
 * Bundles a TypeScript file of this package and returns the URL of a module that Node can import. What it loads later lies beside it,
 * and all of it is removed when this process ends. Dependencies with native code stay outside.
 * The bundler works in a process of its own, because its memory (over 100 MB) would stay with this one.
 */
export async function bundle(entry) {
  removeLeftovers()
  const folder = new URL(`${process.pid}-${entry.replaceAll(/\W/g, '-')}/`, cache)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const output = { dir: fileURLToPath(folder), entryFileNames: 'main.mjs', chunkFileNames: '[name]-[hash].mjs' }
  const external = ['libsql', 'pg', 'nodemailer']
  const resolve = { conditionNames: ['@portico/source', 'import', 'node', 'default'] }
  const options = { input: entry, platform: 'node', logLevel: 'warn', external, resolve, output }
  const program = `import { build } from 'rolldown'; await build(${JSON.stringify(options)})`
  const { stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], { cwd: root })
  if (stderr) process.stderr.write(stderr)
  return new URL('main.mjs', folder).href
}

/** Of processes that were killed before they could remove what they had written. */
function removeLeftovers() {
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
