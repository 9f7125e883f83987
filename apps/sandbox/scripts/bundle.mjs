import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Packages that stay outside: native code can't be bundled, and `ws` looks for optional native code by itself. */
const external = ['litesvm/dist/internal.js', 'ws']

/**
 * Bundles a TypeScript file of this package, dependencies included, and returns the URL of a module that Node can import.
 * The bundler works in a process of its own, because its memory (over 100 MB) would stay with this one.
 */
export async function bundle(entry) {
  const url = new URL(`../node_modules/.cache/sandbox/${process.pid}.mjs`, import.meta.url)
  const output = { file: fileURLToPath(url), codeSplitting: false }
  const options = { input: entry, external, platform: 'node', logLevel: 'warn', output }
  const program = `import { build } from 'rolldown'; await build(${JSON.stringify(options)})`
  const { stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], { cwd: root })
  if (stderr) process.stderr.write(stderr)
  return url.href
}
