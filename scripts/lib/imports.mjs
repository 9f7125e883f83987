// Which file of the workspace imports which, as the code runs: dynamic imports count, imports of types alone are gone by then.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseSync } from 'oxc-parser'

/** @typedef {Map<string, Set<string>>} Graph a file, and the files that it imports */

const code = /\.(?:[cm]?[jt]s|[jt]sx)$/
const passedOver = /^(?:node_modules|dist|storybook-static|artifacts|screenshots|results|\..*)$/

/** Files of code below a folder. @returns {string[]} */
export function codeFiles(/** @type {string} */ folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return passedOver.test(entry.name) ? [] : codeFiles(join(folder, entry.name))
    return code.test(entry.name) && !entry.name.endsWith('.d.ts') ? [join(folder, entry.name)] : []
  })
}

/** What a file asks for when it runs, as written. @returns {string[]} @throws Error where the file cannot be parsed */
export function specifiers(/** @type {string} */ file, source = readFileSync(file, 'utf8')) {
  const { program, module, errors } = parseSync(file, source)
  const [error] = errors
  if (error) throw new Error(`${file}: ${error.message}`)
  /** @type {any[]} */
  const statements = program.body
  const still = statements
    .filter(({ source, importKind, exportKind }) => source && importKind !== 'type' && exportKind !== 'type')
    .map(({ source }) => /** @type {string} */ (source.value))
  const later = module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
    const [, literal] = /^(["'`])([^$]*)\1$/.exec(source.slice(start, end))?.slice(1) ?? []
    return literal ? [literal] : []
  })
  return [...still, ...later]
}

/**
 * The imports between some files. A sibling package is entered by the source of its door.
 * @param {string[]} files @param {{ path: string, manifest: any }[]} packages @returns {Graph}
 */
export function importGraph(files, packages) {
  const known = new Set(files)
  const doors = new Map(packages.flatMap(({ path, manifest }) => doorsOf(path, manifest)))
  const target = (/** @type {string} */ file, /** @type {string} */ specifier) => {
    const base = specifier.startsWith('.') ? resolve(dirname(file), specifier.replace(/\?.*$/, '')) : doors.get(specifier)
    return base && candidates(base).find((path) => known.has(path))
  }
  return new Map(
    files.map((file) => {
      const targets = specifiers(file).map((specifier) => target(file, specifier))
      return [file, new Set(targets.filter((path) => path !== undefined))]
    }),
  )
}

/** @returns {[string, string][]} */
function doorsOf(/** @type {string} */ path, /** @type {any} */ { name, exports: doors = {} }) {
  return Object.entries(doors).flatMap(([door, conditions]) => {
    const source = typeof conditions === 'string' ? conditions : conditions['@portico/source']
    return source ? [[name + door.slice(1), resolve(path, source)]] : []
  })
}

/** TypeScript's files are imported by the name that they compile to. */
function candidates(/** @type {string} */ path) {
  const stem = path.replace(/\.[cm]?jsx?$/, '')
  return [path, ...['.ts', '.tsx', '.mts', '.mjs', '.js', '/index.ts', '/index.tsx'].map((end) => stem + end)]
}

/**
 * The circles of a graph: for every file that can reach itself the shortest way back, each circle once. None is left when none is listed.
 * @returns {string[][]}
 */
export function circles(/** @type {Graph} */ graph) {
  /** @type {Map<string, string[]>} */
  const found = new Map()
  for (const file of graph.keys()) {
    const way = wayBack(graph, file)
    const key = way && [...way].sort().join('\n')
    if (key && !found.has(key)) found.set(key, way)
  }
  return [...found.values()].sort((one, other) => one.length - other.length)
}

/** @returns {string[] | undefined} */
function wayBack(/** @type {Graph} */ graph, /** @type {string} */ start) {
  /** @type {Map<string, string | undefined>} */
  const from = new Map([[start, undefined]])
  for (const file of from.keys()) {
    for (const next of graph.get(file) ?? []) {
      if (next === start) {
        const way = []
        for (let step = /** @type {string | undefined} */ (file); step; step = from.get(step)) way.unshift(step)
        return way
      }
      if (!from.has(next)) from.set(next, file)
    }
  }
  return undefined
}
