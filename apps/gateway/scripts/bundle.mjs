import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Bundles a TypeScript file of this package, dependencies included, and returns the URL of a module that Node can import.
 * The bundler works in a process of its own, because its memory (over 100 MB) would stay with this one.
 */
export async function bundle(entry) {
  const url = new URL(`../node_modules/.cache/gateway/${process.pid}.mjs`, import.meta.url)
  const output = { file: fileURLToPath(url), codeSplitting: false }
  const options = { input: entry, platform: 'node', logLevel: 'warn', output }
  const program = `import { build } from 'rolldown'; await build(${JSON.stringify(options)})`
  const { stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], { cwd: root })
  if (stderr) process.stderr.write(stderr)
  return url.href
}
