// Builds the code of a published package: `node ../../scripts/dist.mjs`, run in its folder after tsc has written the types.
//
// A host's bundler cuts chunks along modules: each set of lazy parts that share a module becomes a file of its own, so that many small modules
// mean many small requests (46 for the Connect view, once). So `dist` has few modules, laid in layers that `layers.json` names: `first` is what
// a page needs at once, and a later layer leans on those before it alone. The same files then come out of Vite, webpack and Turbopack.
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, isAbsolute, join, relative } from 'node:path'
import { rolldown } from 'rolldown'

/**
 * @typedef {object} Layer
 * @property {string} name of its file
 * @property {string[]} roots in `src`; it takes what they import statically and no layer before it has
 * @property {string[]} [hosts] what the main door has of later layers, as copies: a host that imports such a function has it without its layer
 * @property {true} [copies] takes copies: for small things without a state that a later layer has as well, which would else be a file more
 */
/**
 * @typedef {object} Layers
 * @property {Layer[]} layers in order
 * @property {string[]} [inline] packages whose code is taken in, for production. Those of the workspace are private: their source is laid out as our own
 * @property {string} [shared] the file of what several lazy parts share and no layer has; without it, a file for each folder
 * @property {true} [client] all of it is code of client components ('use client')
 */

const folder = process.cwd()
const source = join(folder, 'src')
const out = join(folder, 'dist')
/** @type {{ name: string, exports: Record<string, string | Record<string, string>>, dependencies?: object, peerDependencies?: object }} */
const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
/** @type {Layers} */
const { layers, inline = [], shared, client } = JSON.parse(readFileSync(join(folder, 'layers.json'), 'utf8'))

/** What hosts import by name: the file in `dist` without its ending, and the source behind it. */
const doors = Object.values(manifest.exports).flatMap((door) => {
  const file = typeof door === 'object' && door['@portico/source']
  return file ? [/** @type {const} */ ([relative('./src', file).replace(/\.tsx?$/, ''), join(folder, file)])] : []
})
const mainDoor = doors.find(([name]) => name === 'index')?.[1]
const forHosts = new Map(layers.flatMap(({ name, hosts = [] }) => hosts.map((file) => [join(source, file), name])))
const copiesOf = new Map(layers.flatMap(({ name, roots, copies }) => (copies ? roots.map((root) => [join(source, root), name]) : [])))

/**
 * Has what is taken in as it is in production: its own advice is for those who install it. What is ours stays as it is written: whether its
 * advice for developers is heard, the site's bundler decides. @type {import('rolldown').Plugin}
 */
const inlineForProduction = {
  name: 'inline-for-production',
  transform: {
    filter: { id: /[\\/]node_modules[\\/]/ },
    handler: (code) => ({ code: code.replaceAll('process.env.NODE_ENV', '"production"'), map: null }), // no line moves
  },
}

/** @type {Map<string, { now: readonly string[], later: readonly string[] }>} Who imports whom, at once and lazily. */
const graph = new Map()
const reading = await rolldown(
  options({
    name: 'graph',
    moduleParsed: ({ id, importedIds, dynamicallyImportedIds }) => void graph.set(id, { now: importedIds, later: dynamicallyImportedIds }),
  }),
)
await reading.generate({ format: 'esm' })
await reading.close()

/** Modules with code of their own: others only hand on names. */
const own = new Set(
  await rendered([...doors.map(([, file]) => file), ...[...graph.values()].flatMap(({ later }) => later).filter((id) => graph.has(id))]),
)
const fileOf = await layOut()
await untangle()
for (const file of readdirSync(out, { recursive: true, encoding: 'utf8' })) if (/\.js(\.map)?$/.test(file)) rmSync(join(out, file))
const build = await rolldown(options(copyLeaves(), { name: 'plain-imports', generateBundle: (_, bundle) => importPlainly(bundle) }))
const { output: written } = await build.write(output())
await build.close()
for (const name of written.flatMap((file) => (file.type === 'chunk' ? [...file.imports, ...file.dynamicImports] : []))) checkListed(name)

/** @returns {import('rolldown').OutputOptions} */
function output() {
  return {
    format: 'esm',
    dir: out,
    sourcemap: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name].js',
    minifyInternalExports: false,
    banner: (chunk) => (client && !chunk.isEntry ? "'use client';" : ''),
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [...new Set([...fileOf.values(), ...copiesOf.values()])].map((name) => ({
        name,
        test: (id) => (id.split('?copy=')[1] ?? fileOf.get(id)) === name,
        minSize: 0,
      })),
    },
  }
}

/** A host installs what we list, also what a package that was taken in needs. @throws Error when a package is not listed */
function checkListed(/** @type {string} */ name) {
  const [, packageName = ''] = /^((?:@[^/]+\/)?[^/]+)/.exec(name) ?? []
  if (name.endsWith('.js') || packageName === manifest.name) return
  if (!Object.hasOwn({ ...manifest.dependencies, ...manifest.peerDependencies }, packageName))
    throw new Error(`${manifest.name} imports ${name}, and does not list it`)
}

/** Joins files that would import each other: at first sight of one, the other might not be ready. */
async function untangle() {
  for (;;) {
    const trial = await rolldown(options(copyLeaves()))
    const { output: files } = await trial.generate(output())
    await trial.close()
    const circle = circleAmong(files.filter((file) => file.type === 'chunk'))
    if (!circle) return
    const [name, ...others] = circle.map((file) => basename(file, '.js')).sort((one, other) => layerAt(one) - layerAt(other))
    if (others.some((other) => layerAt(other) < layers.length)) throw new Error(`layers import each other: ${circle.join(' → ')}`)
    for (const [id, file] of fileOf) if (others.includes(file)) fileOf.set(id, String(name))
  }
}

/** Where a file stands among the layers; behind them all if it is none. */
function layerAt(/** @type {string} */ file) {
  const at = layers.findIndex(({ name }) => name === file)
  return at < 0 ? layers.length : at
}

function options(/** @type {import('rolldown').Plugin[]} */ ...plugins) {
  return {
    input: Object.fromEntries(doors),
    external: (/** @type {string} */ id) =>
      !id.startsWith('.') && !isAbsolute(id) && !inline.some((name) => id === name || id.startsWith(`${name}/`)),
    platform: /** @type {const} */ ('neutral'),
    resolve: { extensionAlias: { '.js': ['.ts', '.tsx', '.js'] }, mainFields: ['module', 'main'], conditionNames: ['import'] },
    transform: {
      target: 'es2022',
      jsx: /** @type {const} */ ('react-jsx'),
    },
    preserveEntrySignatures: /** @type {const} */ ('allow-extension'),
    checks: { moduleLevelDirective: false, ineffectiveDynamicImport: false },
    plugins: [...plugins, inlineForProduction],
  }
}

/**
 * The modules that some others need at once, and they themselves. A file that only hands on names leads nowhere by itself: what is taken
 * through it is found by use, in a trial bundle.
 */
async function closure(/** @type {string[]} */ roots) {
  const used = await rendered(roots)
  /** @type {Set<string>} */
  const found = new Set()
  const queue = [...roots, ...used]
  for (let id = queue.pop(); id; id = queue.pop()) {
    if (found.has(id)) continue
    found.add(id)
    // All that it imports, also for the sake of exports that nobody asks for yet: else two files might need each other.
    if (own.has(id)) queue.push(...(graph.get(id)?.now ?? []).filter((next) => own.has(next)))
  }
  return found
}

/** The modules of a trial bundle that have code of their own in what loads at once. */
async function rendered(/** @type {string[]} */ roots) {
  const trial = await rolldown({ ...options(), input: roots })
  const { output } = await trial.generate({ format: 'esm' })
  await trial.close()
  const chunks = output.filter((file) => file.type === 'chunk')
  const seen = new Set(chunks.filter(({ isEntry }) => isEntry))
  for (const { imports } of seen) for (const chunk of chunks) if (imports.includes(chunk.fileName)) seen.add(chunk)
  return [...seen].flatMap(({ modules }) => Object.entries(modules).flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? [id] : [])))
}

/** The file of each module: that of the first layer that has it; else of the one lazy part that uses it; else of its folder. */
async function layOut() {
  /** @type {Map<string, string>} */
  const layout = new Map()
  for (const { name, roots, copies } of layers) {
    for (const root of roots) if (!graph.has(join(source, root))) throw new Error(`layers.json: nothing imports ${root}`)
    const files = roots.map((root) => join(source, root))
    const all = copies ? files : await closure(files)
    for (const id of all) if (!layout.has(id)) layout.set(id, name)
  }
  const lazy = new Set([...graph.values()].flatMap(({ later }) => later).filter((id) => graph.has(id)))
  /** @type {Map<string, string[]>} */
  const users = new Map()
  for (const part of lazy) for (const id of await closure([part])) users.set(id, [...(users.get(id) ?? []), part])
  for (const id of graph.keys()) {
    if (layout.has(id)) continue
    const [user, ...others] = users.get(id) ?? []
    const path = relative(source, user !== undefined && others.length === 0 ? user : id)
      .replace(/^(?:\.\.\/)+[\w-]+\/src\//, '') // of a package that is taken in
      .replace(/\.tsx?$/, '')
    // A lazy part is named as its module is, what several share as their folder is.
    const parts = path.split('/')
    if (user === undefined || others.length > 0) layout.set(id, shared ?? `${parts.slice(0, -1).slice(0, 2).join('-') || 'rest'}-shared`)
    else layout.set(id, (basename(path) === 'index' ? parts.slice(0, -1) : parts).join('-'))
  }
  for (const [, door] of doors) layout.delete(door)
  return layout
}

/** Gives a layer that takes copies its own copy of all that it imports and `first` has not. @returns {import('rolldown').Plugin} */
function copyLeaves() {
  return {
    name: 'copies',
    async resolveId(specifier, importer, extra) {
      const layer = importer && (importer.split('?copy=')[1] ?? copiesOf.get(importer))
      if (!importer || !(layer || importer === mainDoor) || extra.kind === 'dynamic-import') return null
      const found = await this.resolve(specifier, importer.split('?copy=')[0], { skipSelf: true })
      if (!layer) return found && forHosts.has(found.id) ? `${found.id}?copy=${forHosts.get(found.id)}` : found
      if (!found || found.external || fileOf.get(found.id) === layers[0]?.name) return found
      return `${found.id}?copy=${layer}`
    },
    load(id) {
      const [file = '', layer] = id.split('?copy=')
      return layer ? { code: readFileSync(file, 'utf8'), moduleType: file.endsWith('x') ? 'tsx' : 'ts' } : null
    },
  }
}

/**
 * Lets lazy imports take a file's own exports. rolldown hands each lazy module over as an object made by a helper of its runtime, which is a
 * file more, and nothing of such an object can be shaken off. Lines stay where they are, for the source maps.
 */
function importPlainly(/** @type {import('rolldown').OutputBundle} */ bundle) {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const runtime = chunks.find(({ fileName }) => fileName.endsWith('rolldown-runtime.js'))
  const blank = (/** @type {string} */ text) => text.replace(/[^\n]+/g, '')
  /** The objects whose members are exported in their stead, by their file: two files may have one of the same name. @type {Set<string>} */
  const objects = new Set()
  const keyOf = (/** @type {string} */ file, /** @type {string} */ object) => `${basename(file)} ${object}`
  for (const chunk of chunks) {
    if (chunk === runtime) continue
    /** @type {Set<string>} */
    const taken = new Set()
    /** @type {Map<string, { within: RegExp, text: string }>} */
    const inside = new Map()
    chunk.code = chunk.code.replace(
      /(?:var|const|let) ([\w$]+) = \/\* @__PURE__ \*\/ __exportAll\(\{([^}]*)\}\);?/g,
      (text, /** @type {string} */ object, /** @type {string} */ body) => {
        const members = new Map([...body.matchAll(/"?([\w$]+)"?: \(\) => ([\w$]+)/g)].map(([, name = '', local = '']) => [name, local]))
        // One that its own file asks for, and nobody else: a lazy part that came into the file of who wants it.
        const within = new RegExp(`(Promise\\.resolve\\(\\)\\.then\\(\\(\\) => )${object}\\)`, 'g')
        const rest = chunk.code.replace(/\(n\) => n\.[\w$]+/g, '') // not those of other files
        const isExported = chunk.exports.includes(object)
        const uses = rest.split(new RegExp(`\\b${object}\\b`)).length - 1
        const insideUses = rest.match(within)?.length ?? 0
        if (!isExported && insideUses > 0 && uses === insideUses + 1) {
          inside.set(object, {
            within,
            text: [...members].map(([name, local]) => (name === local ? name : `${name}: ${local}`)).join(', '),
          })
          return blank(text)
        }
        // The declaration, and the list of exports: one that is used in between is left as it is.
        if (!isExported || uses !== 2) return text
        objects.add(keyOf(chunk.fileName, object))
        for (const [name, local] of members) taken.add(name === local ? name : `${local} as ${name}`)
        return blank(text)
      },
    )
    for (const { within, text } of inside.values()) chunk.code = chunk.code.replace(within, (_, asked) => `${asked}({ ${text} }))`)
    if (taken.size + inside.size === 0) continue
    if (!chunk.code.includes('__exportAll('))
      chunk.code = chunk.code.replace(/^import \{ __exportAll \} from "\.\/rolldown-runtime\.js";$/m, '')
    chunk.code = chunk.code.replace(/^export \{([^}]*)\};$/m, (_, /** @type {string} */ list) => {
      const own = list
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name && !objects.has(keyOf(chunk.fileName, name)))
      const all = [...new Set([...own, ...taken])]
      const exported = all.map((name) => name.split(' as ').at(-1))
      const twice = exported.filter((name, at) => exported.indexOf(name) !== at)
      if (twice.length > 0) throw new Error(`${chunk.fileName}: two lazy parts export ${twice.join(', ')}`)
      return `export { ${all.join(', ')} };`
    })
  }
  for (const chunk of chunks) {
    // Nothing runs at import: a file that is asked for nothing needs not be there, and two that wait for each other never begin.
    chunk.code = chunk.code.replace(/^import "\.{1,2}\/[^"]+\.js";$/gm, '')
    // A bundler drops what nobody uses only where it knows that making it does nothing else.
    // An example in a comment stays as it is.
    chunk.code = chunk.code.replace(/^(?!\s*\*)(.* = )(define(?:Slot|Store)\()/gm, '$1/* @__PURE__ */ $2')
    chunk.code = chunk.code.replace(/(import\("([^"]+)"\))\.then\(\(n\) => n\.([\w$]+)\)/g, (text, asked, file, name) =>
      objects.has(keyOf(file, name)) ? asked : text,
    )
  }
  if (runtime && !chunks.some((chunk) => chunk !== runtime && chunk.code.includes('rolldown-runtime.js"'))) delete bundle[runtime.fileName]
}

/** Files that import each other at once, if there are any. @returns {string[] | undefined} */
function circleAmong(/** @type {import('rolldown').OutputChunk[]} */ chunks) {
  const imports = new Map(chunks.map((chunk) => [chunk.fileName, chunk.imports]))
  /** @type {Set<string>} */
  const safe = new Set()
  /** @type {(name: string, path: string[]) => string[] | undefined} */
  const visit = (name, path) => {
    if (safe.has(name)) return undefined
    if (path.includes(name)) return path.slice(path.indexOf(name))
    for (const next of imports.get(name) ?? []) {
      const circle = visit(next, [...path, name])
      if (circle) return circle
    }
    safe.add(name)
    return undefined
  }
  for (const { fileName } of chunks) {
    const circle = visit(fileName, [])
    if (circle) return circle
  }
  return undefined
}
