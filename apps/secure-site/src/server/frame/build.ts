import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import * as z from 'zod/mini'
import { PageBuildError } from '../errors.js'
import { type BuiltPage, readPage } from './page.js'

export interface BuildPageOptions {
  /** Where the files go. A folder of the cache that is named after the sources unless told: there, what is built is not built again. */
  folder?: string
  /** On unless told. */
  minify?: boolean
}

/** Scripts of the page, by what the server calls them. */
const entries = { frame: 'src/page/main.tsx', window: 'src/page/window.tsx' }

const built = z.array(z.object({ fileName: z.string(), name: z.string(), isEntry: z.boolean(), imports: z.array(z.string()) }))

/**
 * Bundles the page of the secure origin: scripts with a hash in their names, `manifest.json` for the server, and `hashes.json`, which
 * a release publishes and a monitor compares with what is served (S44).
 * @throws PageBuildError with what the bundler says
 */
export async function buildPage({ folder, minify = true }: BuildPageOptions = {}): Promise<BuiltPage> {
  const root = packageFolder()
  const target = folder ?? join(root, 'node_modules/.cache/secure-site/page', fingerprint(root, minify))
  if (!folder && existsSync(join(target, 'manifest.json'))) return readPage(target)
  const parts = `${target}.${process.pid}`
  await rm(parts, { recursive: true, force: true })
  await mkdir(parts, { recursive: true })
  try {
    await writeManifest(parts, await bundle(root, parts, minify))
    await rm(target, { recursive: true, force: true })
    await rename(parts, target)
  } finally {
    await rm(parts, { recursive: true, force: true })
  }
  return readPage(target)
}

/** The bundler works in a process of its own, because its memory (over 100 MB) would stay with this one. */
async function bundle(root: string, dir: string, minify: boolean): Promise<z.infer<typeof built>> {
  const options = {
    input: entries,
    platform: 'browser',
    logLevel: 'warn',
    moduleTypes: { '.css': 'text' },
    resolve: { conditionNames: ['@portico/source', 'import', 'browser', 'default'] },
    transform: { define: { 'process.env.NODE_ENV': '"production"' }, target: 'es2022' },
    output: {
      dir,
      format: 'esm',
      minify,
      entryFileNames: '[name]-[hash].js',
      chunkFileNames: '[name]-[hash].js',
      assetFileNames: '[name]-[hash][extname]',
    },
  }
  const program = `import { build } from 'rolldown'
const { output } = await build(${JSON.stringify(options)})
const chunks = output.filter(({ type }) => type === 'chunk')
process.stdout.write(JSON.stringify(chunks.map(({ fileName, name, isEntry, imports }) => ({ fileName, name, isEntry, imports }))))`
  try {
    const args = ['--input-type=module', '--eval', program]
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, maxBuffer: 16 * 1024 * 1024 })
    return built.parse(JSON.parse(stdout))
  } catch (cause) {
    const { stderr } = Object(cause)
    throw new PageBuildError(`The page could not be built:\n${typeof stderr === 'string' ? stderr : String(cause)}`, { cause })
  }
}

async function writeManifest(folder: string, all: z.infer<typeof built>): Promise<void> {
  const chunks = await dropUnused(folder, all)
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  /** All that is loaded with a chunk, each once. */
  const statically = (file: string, seen: Set<string>): Set<string> => {
    for (const imported of byName.get(file)?.imports ?? []) {
      if (seen.has(imported)) continue
      seen.add(imported)
      statically(imported, seen)
    }
    return seen
  }
  const entryOf = (name: string) => {
    const chunk = chunks.find((each) => each.isEntry && each.name === name)
    if (!chunk) throw new PageBuildError(`The bundle has no script for ${name}.`)
    return { file: chunk.fileName, imports: [...statically(chunk.fileName, new Set())] }
  }
  const names = chunks.map(({ fileName }) => fileName).toSorted()
  const bodies = await Promise.all(names.map((name) => readFile(join(folder, name))))
  const hashes = bodies.map((body) => `sha384-${createHash('sha384').update(body).digest('base64')}`)
  const integrity = names.map((name, index): [string, string] => [name, hashes[index] ?? ''])
  const files = integrity.map(([name, hash]): [string, object] => [name, { integrity: hash, type: 'text/javascript; charset=utf-8' }])
  const manifest = { entries: { frame: entryOf('frame'), window: entryOf('window') }, files: Object.fromEntries(files) }
  const released = { files: Object.fromEntries(integrity.map(([name, hash]) => [`/assets/${name}`, hash])) }
  await writeFile(join(folder, 'manifest.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)
  await writeFile(join(folder, 'hashes.json'), `${JSON.stringify(released, undefined, 2)}\n`)
}

/** The bundler also writes what only code that it left out would have loaded: that is no part of the page. */
async function dropUnused(folder: string, chunks: z.infer<typeof built>): Promise<z.infer<typeof built>> {
  const bodies = await Promise.all(chunks.map(({ fileName }) => readFile(join(folder, fileName), 'utf8')))
  const used = new Set(chunks.filter(({ isEntry, name }) => isEntry && name in entries))
  // A set goes on with what is added while it is gone through.
  for (const chunk of used) {
    const body = bodies[chunks.indexOf(chunk)] ?? ''
    for (const other of chunks) if (body.includes(other.fileName)) used.add(other)
  }
  for (const chunk of chunks) if (!used.has(chunk)) await rm(join(folder, chunk.fileName))
  return [...used]
}

/** Of everything that goes into the page: sources of this package and of those it imports, and the lock file for the rest. */
function fingerprint(root: string, minify: boolean): string {
  const workspace = join(root, '../..')
  const hash = createHash('sha256').update(String(minify))
  const folders = ['src', ...['core', 'embedded', 'siwx', 'ui', 'vault-wire'].map((name) => `../../packages/${name}/src`)].map((folder) =>
    join(root, folder),
  )
  const files = folders.flatMap(listFiles)
  for (const file of [...files, join(workspace, 'pnpm-lock.yaml'), join(root, 'package.json')]) {
    const { size, mtimeMs } = existsSync(file) ? statSync(file) : { size: 0, mtimeMs: 0 }
    hash.update(`${relative(root, file)} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex').slice(0, 16)
}

function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|css|json)$/.test(entry.name) && !/\.test\./.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}

/** Of this package: above this file, also when it was bundled, or where another package's bundle finds it. */
function packageFolder(): string {
  const name = '@portico/secure-site'
  for (let folder = dirname(fileURLToPath(import.meta.url)); folder !== dirname(folder); folder = dirname(folder)) {
    const file = join(folder, 'package.json')
    if (existsSync(file) && Object(JSON.parse(readFileSync(file, 'utf8'))).name === name) return folder
  }
  return dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
}
