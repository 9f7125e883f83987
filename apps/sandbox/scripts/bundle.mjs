import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parse } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Packages that stay outside: `ws` looks for optional native code by itself, and the other two are large and made for Node alone. */
const external = ['ws', 'oidc-provider', 'oidc-provider/lib/provider.js', 'smtp-server']

/** The same of packages of ours that bring native code: it is found from there. `ioredis` and `pg` are not needed here at all. */
const externalOf = {
  '@portico/chains': ['litesvm/dist/internal.js'],
  '@portico/relay': ['libsql', 'ioredis'],
  '@portico/secure-site': ['pg', 'nodemailer'],
}

/**
 * Bundles a TypeScript file of this package, dependencies included, and returns the URL of a module that Node can import. What it
 * wrote is removed when the process ends: parts are loaded later than the file itself.
 * The bundler works in a process of its own, because its memory (over 100 MB) would stay with this one.
 */
export async function bundle(entry) {
  const folder = new URL(`../node_modules/.cache/sandbox/${process.pid}/`, import.meta.url)
  const { resolve } = createRequire(import.meta.url)
  const paths = Object.fromEntries(
    Object.entries(externalOf).flatMap(([owner, names]) => {
      const from = createRequire(resolve(`${owner}/package.json`))
      return names.map((name) => [name, pathToFileURL(from.resolve(name)).href])
    }),
  )
  const output = { dir: fileURLToPath(folder), entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs', paths }
  const resolving = { conditionNames: ['@portico/source', 'import', 'node', 'default'] }
  const options = {
    input: entry,
    external: [...external, ...Object.keys(paths)],
    platform: 'node',
    logLevel: 'warn',
    resolve: resolving,
    output,
  }
  const program = `import { build } from 'rolldown'; await build(${JSON.stringify(options)})`
  const { stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], { cwd: root })
  if (stderr) process.stderr.write(stderr)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return new URL(`${parse(entry).name}.mjs`, folder).href
}
