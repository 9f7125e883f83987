import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Packages that stay outside: native code can't be bundled, and `ws` looks for optional native code by itself. */
const external = ['litesvm/dist/internal.js', 'ws']

/** The same of the relay, which has packages of its own: they are found from there. `ioredis` is not needed here at all. */
const relayExternal = ['libsql', 'ioredis']

/**
 * Bundles a TypeScript file of this package, dependencies included, and returns the URL of a module that Node can import.
 * The bundler works in a process of its own, because its memory (over 100 MB) would stay with this one.
 */
export async function bundle(entry) {
  const url = new URL(`../node_modules/.cache/sandbox/${process.pid}.mjs`, import.meta.url)
  const relay = createRequire(createRequire(import.meta.url).resolve('@portico/relay/package.json'))
  const paths = Object.fromEntries(relayExternal.map((name) => [name, pathToFileURL(relay.resolve(name)).href]))
  const output = { file: fileURLToPath(url), codeSplitting: false, paths }
  const options = { input: entry, external: [...external, ...relayExternal], platform: 'node', logLevel: 'warn', output }
  const program = `import { build } from 'rolldown'; await build(${JSON.stringify(options)})`
  const { stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], { cwd: root })
  if (stderr) process.stderr.write(stderr)
  return url.href
}
