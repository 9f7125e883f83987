// The examples in the comments of the published packages, as files that the compiler reads: a name that a door has is imported from there,
// and what a reader brings, such as a connection, may be anything.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { parseSync } from 'oxc-parser'
import { root } from './places.mjs'
import { publishedDoors } from './reference/read.mjs'

/** @typedef {{ package: string, file: string, line: number, code: string }} Example */

/** @returns {Example[]} */
export function examples() {
  return publishedDoors().flatMap(({ name, doors }) => {
    const source = (doors[0]?.source ?? '').replace(/\/src\/.*/, '/src')
    return readdirSync(join(root, source), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.(test|test-d|stories)\.|(^|\/)test\//.test(file))
      .flatMap((file) => examplesIn(readFileSync(join(root, source, file), 'utf8'), { package: name, file: `${source}/${file}` }))
  })
}

/** @returns {Example[]} */
export function examplesIn(/** @type {string} */ text, /** @type {Pick<Example, 'package' | 'file'>} */ where) {
  return [...text.matchAll(/\/\*\*(?:(?!\*\/)[\s\S])*\*\//g)].flatMap(({ 0: comment, index }) => {
    const plain = comment.slice(3, -2).replace(/^[ \t]*\* ?/gm, '')
    return [...plain.matchAll(/^ ?@example[ \n]([\s\S]*?)(?=^@|$(?![\s\S]))/gm)].map(({ 1: code = '', index: at }) => ({
      ...where,
      line: text.slice(0, index).split('\n').length + plain.slice(0, at).split('\n').length - 1,
      code: code.replace(/^```\w*\n|\n```\s*$/g, '').trim(),
    }))
  })
}

/** @type {Map<string, ReturnType<typeof parseSync>['module']>} */
const modules = new Map()
/** What a module exports, as the parser tells it. */
function exportsOf(/** @type {string} */ file) {
  const known = modules.get(file) ?? parseSync(file, readFileSync(file, 'utf8')).module
  modules.set(file, known)
  return known.staticExports.flatMap(({ entries }) => entries)
}

/** The file that a relative import of a module means. */
function resolved(/** @type {string} */ file, /** @type {string} */ request) {
  const base = join(dirname(file), request).replace(/\.js$/, '')
  return [`${base}.ts`, `${base}.tsx`].find((one) => existsSync(one))
}

/**
 * Names of a module, those that it hands on as well, each with the file that declares it; without one where that is another package's.
 * @returns {Map<string, string | undefined>}
 */
function namesOf(/** @type {string} */ file) {
  /** @type {Map<string, string | undefined>} */
  const names = new Map()
  for (const { exportName, isType, moduleRequest, importName } of exportsOf(file)) {
    const from = moduleRequest?.value
    const next = from?.startsWith('.') ? resolved(file, from) : undefined
    if (exportName.name && !isType) {
      const handedOn = next && importName.name ? namesOf(next).get(importName.name) : undefined
      names.set(exportName.name, from === undefined ? file : handedOn)
    }
    if (next && importName.kind === 'AllButDefault') for (const [name, declared] of namesOf(next)) names.set(name, declared)
  }
  return names
}

/** Whether the comment of what a file declares under a name has an example. */
function hasExample(/** @type {string} */ file, /** @type {string} */ name) {
  const declared = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export (?:abstract )?(?:async )?(?:function|const|class) (\w+)/g
  return [...readFileSync(file, 'utf8').matchAll(declared)].some(([, comment = '', it]) => it === name && comment.includes('@example'))
}

/**
 * Functions, components, classes and values of the doors whose comment has no example, as `door name`. What a door hands on of another
 * package has its example there.
 * @returns {string[]}
 */
export function namesWithoutExample() {
  return publishedDoors()
    .flatMap(({ doors: own }) => own)
    .flatMap(({ specifier, source }) =>
      [...namesOf(join(root, source))].flatMap(([name, file]) => (file && !hasExample(file, name) ? [`${specifier} ${name}`] : [])),
    )
    .toSorted()
}

/** Names that a piece of code takes from elsewhere. @returns {string[]} */
function freeNames(/** @type {string} */ code) {
  const { program, errors } = parseSync('example.tsx', code)
  const [error] = errors
  if (error) throw new SyntaxError(error.message)
  /** @type {Set<string>} */
  const used = new Set()
  /** @type {Set<string>} */
  const made = new Set()
  const visit = (/** @type {any} */ node, /** @type {string} */ key, /** @type {any} */ parent) => {
    if (Array.isArray(node)) return node.forEach((one) => visit(one, key, parent))
    if (node === null || typeof node !== 'object' || typeof node.type !== 'string') return
    const isName = (key === 'property' || key === 'key') && !parent.computed && !(parent.shorthand && key === 'key')
    if (node.type === 'MetaProperty') return
    if (/^Import.*Specifier$/.test(node.type)) made.add(node.local.name)
    else if (node.type === 'Identifier' && !isName) {
      const declares = (key === 'id' && parent.type !== 'MemberExpression') || key === 'params' || parent.isPattern
      ;(declares ? made : used).add(node.name)
    } else if (node.type === 'JSXIdentifier' && (key === 'name' || key === 'object') && /^[A-Z]/.test(node.name)) used.add(node.name)
    const isPattern = /Pattern$/.test(node.type) || (parent?.isPattern && node.type === 'Property')
    for (const [name, value] of Object.entries(node))
      if (name !== 'type' && !/^JSXAttribute$/.test(node.type)) visit(value, name, { ...node, isPattern })
    if (node.type === 'JSXAttribute') visit(node.value, 'value', node)
  }
  visit(program.body, 'body', { type: 'Program' })
  return [...used].filter((name) => !made.has(name))
}

/** The example as a module of its own. @returns {string} */
export function moduleOf(/** @type {Example} */ { package: from, code }) {
  const whole = /^[{<]/.test(code) ? `export const it = <>${code}</>` : code
  const lines = freeNames(whole).flatMap((name) => {
    if (name === 'portico') return ["declare const portico: import('@portico/core').Portico"]
    if (name in globalThis || ['location', 'document', 'window', 'localStorage', 'undefined'].includes(name)) return []
    const door = doorOf(from, name)
    return door ? [`import { ${name} } from '${door}'`] : [`declare const ${name}: any`]
  })
  const helped = /import\.meta\.env/.test(whole)
    ? ['declare global { interface ImportMeta { readonly env: { readonly DEV: boolean } } }']
    : []
  return `${[...lines.toSorted((one) => (one.startsWith('import') ? -1 : 1)), ...helped, whole].join('\n')}\nexport {}\n`
}

/** Doors that examples of any package take from without saying so. */
const everywhere = ['@portico/core', '@portico/react-ui', '@portico/adapter-evm', '@portico/adapter-evm/networks']

/** @type {readonly { package: string, specifier: string, names: Map<string, string | undefined> }[] | undefined} */
let doors
/** The door that has a name: of the same package first. */
function doorOf(/** @type {string} */ from, /** @type {string} */ name) {
  doors ??= publishedDoors().flatMap((one) =>
    one.doors.map(({ specifier, source }) => ({ package: one.name, specifier, names: namesOf(join(root, source)) })),
  )
  const having = doors.filter(({ names }) => names.has(name))
  return (having.find((one) => one.package === from) ?? having.find(({ specifier }) => everywhere.includes(specifier)))?.specifier
}

/** What the compiler has to say of them. @returns {string[]} empty where all is well */
export function compileExamples(list = examples()) {
  const folder = join(root, 'node_modules/.cache/examples')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  /** @type {string[]} */
  const problems = []
  list.forEach((example, at) => {
    try {
      writeFileSync(join(folder, `${at}.tsx`), moduleOf(example))
    } catch (error) {
      problems.push(`${example.file}:${example.line} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
    }
  })
  const sources = publishedDoors().flatMap((one) => one.doors)
  const paths = Object.fromEntries(sources.map(({ specifier, source }) => [specifier, [join(root, source)]]))
  const compilerOptions = {
    types: ['node'],
    lib: ['ES2024', 'DOM', 'DOM.Iterable'],
    noEmit: true,
    declaration: false,
    declarationMap: false,
    noUnusedLocals: false,
    paths,
  }
  writeFileSync(join(folder, 'css.d.ts'), "declare module '*.css'\n")
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: join(root, 'tsconfig.base.json'), include: ['*.tsx', 'css.d.ts'], compilerOptions }),
  )
  const { stdout } = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder, '--pretty', 'false'], {
    encoding: 'utf8',
  })
  for (const line of stdout.split('\n').filter((one) => /error TS/.test(one))) {
    const [, at = '', said = line] = /(\d+)\.tsx\(\d+,\d+\): error (.*)/.exec(line) ?? []
    const example = list[Number(at || Number.NaN)]
    problems.push(example ? `${example.file}:${example.line} ${said}` : line)
  }
  return problems
}
