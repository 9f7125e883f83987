// Production builds of the pages and of the Node programs, from the built packages as they are published, with the bench's own Vite.
import fs from 'node:fs'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

const here = import.meta.dirname
export const out = path.resolve(here, '../.tmp/walletconnect')

const base = {
  configFile: false,
  envFile: false,
  logLevel: 'error',
  mode: 'production',
  plugins: [react()],
}
/** The drawing of the code is that of the modal's package, on the official client's page as well. */
const alias = { uqr: path.resolve(here, '../../packages/react-ui/node_modules/uqr') }
const conditions = (side) => ({ conditions: ['module', side, 'production'], dedupe: ['react', 'react-dom'], alias })
/** The official client asks for Node's `global`, and for `process.env` in a few places. */
const define = { global: 'globalThis' }
const rolldownOptions = { checks: { moduleLevelDirective: false } }

/** Builds pages/NAME. @param options.minify false: the names of functions stay, for a trace @returns the folder to serve */
export async function buildPage(name, { minify = true } = {}) {
  const outDir = path.join(out, minify ? name : `${name}-readable`)
  await build({
    ...base,
    root: path.join(here, 'pages', name),
    resolve: conditions('browser'),
    define,
    build: {
      outDir,
      emptyOutDir: true,
      ...(!minify && { minify }),
      reportCompressedSize: false,
      target: 'es2022',
      modulePreload: { polyfill: false },
      rolldownOptions,
    },
  })
  return outDir
}

/** Builds programs/NAME.mjs for Node; our own packages are bundled, the others are installed ones. @returns the file to run */
export async function buildProgram(name) {
  await build({
    ...base,
    root: here,
    resolve: conditions('node'),
    ssr: { noExternal: [/^@portico\//, /^@noble\//, /^@scure\//, 'zod'], resolve: conditions('node') },
    build: {
      ssr: true,
      outDir: path.join(out, 'programs'),
      emptyOutDir: false,
      reportCompressedSize: false,
      target: 'node20',
      rolldownOptions: {
        ...rolldownOptions,
        input: { [name]: path.join(here, 'programs', `${name}.mjs`) },
        output: { entryFileNames: '[name].mjs' },
      },
    },
  })
  return path.join(out, 'programs', `${name}.mjs`)
}

/** The chunks of a module that is not on disk, minified as a page's. @returns {Promise<import('rolldown').OutputChunk[]>} */
export async function bundleSource(source, { external = [] } = {}) {
  const id = path.join(here, 'pages', 'clients', '__entry.js')
  const entry = {
    name: 'bench-entry',
    enforce: 'pre',
    resolveId: (asked) => (asked === 'bench-entry' ? id : null),
    load: (asked) => (asked === id ? source : null),
  }
  const { output } = await build({
    ...base,
    root: here,
    plugins: [entry],
    resolve: conditions('browser'),
    define,
    build: {
      write: false,
      reportCompressedSize: false,
      target: 'es2022',
      modulePreload: { polyfill: false },
      rolldownOptions: { ...rolldownOptions, external, input: 'bench-entry', preserveEntrySignatures: 'strict' },
    },
  })
  return output.filter(({ type }) => type === 'chunk')
}

export const prepare = () => {
  fs.rmSync(out, { recursive: true, force: true })
  fs.mkdirSync(out, { recursive: true })
}
