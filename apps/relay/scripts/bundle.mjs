import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Bundles src/main.ts and returns the URL of a module that Node can import. Packages stay outside: they are installed, and
 * one of them is native. The bundler works in a process of its own, because its memory would stay with this one.
 */
export async function bundle() {
  const url = new URL(`../node_modules/.cache/relay/${process.pid}.mjs`, import.meta.url)
  const output = { file: fileURLToPath(url), codeSplitting: false }
  const options = { input: 'src/main.ts', platform: 'node', logLevel: 'warn', output }
  const program = `import { build } from 'rolldown'; await build({ ...${JSON.stringify(options)}, external: [/^[^./]/] })`
  const { stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], { cwd: root })
  if (stderr) process.stderr.write(stderr)
  return url.href
}
