// Bundles a file as a host's page would be, and weighs the parts.
import { createHash } from 'node:crypto'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'

/** @typedef {{ raw: number, gzip: number, brotli: number }} Bytes each chunk compressed by itself, as it is sent */
/**
 * @typedef {object} Chunk
 * @property {string} fileName
 * @property {string} code
 * @property {string[]} imports
 * @property {string[]} dynamicImports
 * @property {Map<string, number>} modules bytes of each before minifying
 * @property {string | null} facade the module that it was made for
 */

/** What a React application shares with everything on its page. */
const react = [/^react($|\/)/, /^react-dom($|\/)/, /^scheduler($|\/)/]

/**
 * Builds one entry. @param {string} input a file, or a package when `source` is given
 * @param {{ external?: RegExp[], source?: string, mode?: 'production' | 'development' }} [options] `source`: the text of a module that stands
 *   for `input`; `mode`: what it is built for, production unless said otherwise
 * @returns {Promise<Chunk[]>} the entry first
 */
export async function bundle(input, { external = [], source, mode = 'production' } = {}) {
  const build = await rolldown({
    input,
    external: [...react, ...external],
    platform: 'browser',
    // Nobody imports the entry of a page; a door is for others.
    preserveEntrySignatures: source === undefined ? false : 'strict',
    transform: { define: { 'process.env.NODE_ENV': JSON.stringify(mode) }, jsx: 'react-jsx' },
    // 'use client' is for frameworks that bundle by component.
    checks: { moduleLevelDirective: false },
    // ox's worker pool names a module of Node, behind a check for Node.
    onLog: (level, log, print) => log.code !== 'UNRESOLVED_IMPORT' && print(level, log),
    logLevel: 'warn',
    plugins:
      source === undefined
        ? []
        : [
            {
              name: 'source',
              resolveId: (id) => (id === input ? id : undefined),
              load: (id) => (id === input ? source : undefined),
            },
          ],
  })
  const { output } = await build.generate({ format: 'esm', minify: true, chunkFileNames: named })
  await build.close()
  const chunks = output.filter((file) => file.type === 'chunk')
  return chunks
    .sort((a, b) => Number(b.isEntry) - Number(a.isEntry))
    .map(({ fileName, code, imports, dynamicImports, modules, facadeModuleId }) => ({
      fileName,
      code,
      imports,
      dynamicImports,
      modules: new Map(Object.entries(modules).map(([id, { code: text }]) => [id, text?.length ?? 0])),
      facade: facadeModuleId,
    }))
}

/**
 * As long as the names that a bundler gives, and the same while the code changes: what stands in a chunk for the others' names packs
 * differently with every change of theirs, by up to forty bytes.
 */
const named = (/** @type {{ name: string }} */ { name }) =>
  `${name}-${createHash('sha256').update(name).digest('base64url').slice(0, 8)}.js`

/** What a browser fetches for some chunks: these and all that they import statically. @returns {Set<Chunk>} */
export function closure(/** @type {Chunk[]} */ all, /** @type {Iterable<Chunk>} */ starts) {
  const byName = new Map(all.map((chunk) => [chunk.fileName, chunk]))
  /** @type {Set<Chunk>} */
  const found = new Set()
  const queue = [...starts]
  for (let chunk = queue.pop(); chunk; chunk = queue.pop()) {
    if (found.has(chunk)) continue
    found.add(chunk)
    for (const name of chunk.imports) {
      const next = byName.get(name)
      if (next) queue.push(next)
    }
  }
  return found
}

/**
 * The chunks behind the dynamic imports of the named modules. @param {Chunk[]} all @param {readonly string[]} names ends of module paths
 * @returns {Set<Chunk>} with what they import statically
 * @throws Error when a name is no dynamic import any more
 */
export function lazyChunks(all, names) {
  const lazy = new Set(all.flatMap((chunk) => chunk.dynamicImports))
  const starts = names.map((name) => {
    const chunk = all.find(
      ({ fileName, modules }) => lazy.has(fileName) && [...modules.keys()].some((id) => id.replaceAll('\\', '/').endsWith(name)),
    )
    if (!chunk) throw new Error(`${name} is not a dynamic import of this page: correct the list in scripts/size.mjs`)
    return chunk
  })
  return closure(all, starts)
}

/** @returns {Bytes} */
export function weigh(/** @type {Iterable<Chunk>} */ chunks) {
  const sum = { raw: 0, gzip: 0, brotli: 0 }
  for (const { code } of chunks) {
    sum.raw += Buffer.byteLength(code)
    sum.gzip += gzipSync(code, { level: 9 }).length
    sum.brotli += brotliCompressSync(code).length
  }
  return sum
}

/** @returns {Bytes} */
export const minus = (/** @type {Bytes} */ a, /** @type {Bytes} */ b) => ({
  raw: a.raw - b.raw,
  gzip: a.gzip - b.gzip,
  brotli: a.brotli - b.brotli,
})
