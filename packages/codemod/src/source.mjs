// One file of a site, read so that what is not changed is written as it was.
import { parse as parseBabel } from '@babel/parser'
import * as recast from 'recast'

const { builders: b } = recast.types

// The tree is that of Babel, whose nodes recast's own types know in part.
/** @typedef {any} Node @typedef {any} Path */
/** @typedef {{ file: string, text: string }} Note what a person has to look at */

const parser = {
  parse: (/** @type {string} */ text) =>
    parseBabel(text, { sourceType: 'module', allowReturnOutsideFunction: true, tokens: true, plugins: ['typescript', 'jsx'] }),
}

/** The nodes of a piece of code: statements. @returns {Node[]} */
export const statements = (/** @type {string} */ code) => recast.parse(code, { parser }).program.body
/** The same, to be written anew and not as it was read: several of them stand on lines of their own then. @returns {Node[]} */
export const freshStatements = (/** @type {string} */ code) => statements(code).map(fresh)

/** @returns {any} */
function fresh(/** @type {any} */ value) {
  if (Array.isArray(value)) return value.map(fresh)
  if (typeof value !== 'object' || value === null) return value
  const own = Object.entries(value).filter(([key]) => !['loc', 'original', 'start', 'end', 'tokens', 'comments', 'extra'].includes(key))
  return Object.fromEntries(own.map(([key, held]) => [key, fresh(held)]))
}

/** One expression. @returns {Node} */
export const expression = (/** @type {string} */ code) => statements(`const it = ${code}`)[0].declarations[0].init

/** How a node reads. */
export const textOf = (/** @type {Node} */ node) => recast.print(node).code

/** How a node that was read stood in its file, to the space. */
export const writtenAs = (/** @type {Node} */ node) => node.loc.lines.slice(node.loc.start, node.loc.end).toString()

/**
 * @typedef {object} Source
 * @property {string} file
 * @property {Node} program
 * @property {(module: string | RegExp) => Map<string, string>} take takes the imports of a module out: its names, and what they are called here
 * @property {(module: string, name: string, local?: string) => string} use imports a name; answers with what it is called here
 * @property {(module: RegExp) => string[]} imported what the names of such modules are called here
 * @property {(module: string) => void} useSheet imports a style sheet
 * @property {(visitors: Record<string, (path: Path) => void>) => void} visit each node of a type, the outer ones first
 * @property {(name: string) => boolean} mentions whether a name is used outside of imports
 * @property {(text: string) => void} note
 * @property {() => string} print
 */

/** @returns {Source} @throws {SyntaxError} where the file cannot be read */
export function readSource(/** @type {string} */ file, /** @type {string} */ text, /** @type {Note[]} */ notes) {
  const tree = recast.parse(text, { parser })
  const { program } = tree
  /** @type {Map<string, Map<string, string>>} by module: names, and what they are called here */
  const used = new Map()
  /** @type {Set<string>} */
  const sheets = new Set()
  let place = -1 // where the first import was that went

  const isImport = (/** @type {Node} */ node) => node.type === 'ImportDeclaration'
  const moduleOf = (/** @type {Node} */ node) => String(node.source.value)
  const fits = (/** @type {string} */ name, /** @type {string | RegExp} */ wanted) =>
    typeof wanted === 'string' ? name === wanted : wanted.test(name)

  return {
    file,
    program,
    take(module) {
      /** @type {Map<string, string>} */
      const names = new Map()
      program.body.forEach((/** @type {Node} */ node, /** @type {number} */ at) => {
        if (!isImport(node) || !fits(moduleOf(node), module)) return
        if (place < 0) place = at
        for (const one of node.specifiers ?? [])
          names.set(
            one.type === 'ImportSpecifier' ? one.imported.name : one.type === 'ImportDefaultSpecifier' ? 'default' : '*',
            one.local.name,
          )
      })
      program.body = program.body.filter((/** @type {Node} */ node) => !(isImport(node) && fits(moduleOf(node), module)))
      return names
    },
    use(module, name, local = name) {
      for (const node of program.body) {
        if (!isImport(node) || moduleOf(node) !== module || node.importKind === 'type') continue
        const known = node.specifiers.find((/** @type {Node} */ one) => one.type === 'ImportSpecifier' && one.imported.name === name)
        if (known) return known.local.name
      }
      const names = used.get(module) ?? new Map()
      used.set(module, names.set(name, names.get(name) ?? local))
      return names.get(name)
    },
    imported: (module) => [
      ...program.body.flatMap((/** @type {Node} */ node) =>
        isImport(node) && fits(moduleOf(node), module) ? node.specifiers.map((/** @type {Node} */ one) => one.local.name) : [],
      ),
      ...[...used].flatMap(([name, names]) => (fits(name, module) ? [...names.values()] : [])),
    ],
    useSheet: (module) => void sheets.add(module),
    visit(visitors) {
      /** @type {Record<string, (this: any, path: Path) => any>} */
      const methods = {}
      for (const [type, visitor] of Object.entries(visitors)) {
        methods[`visit${type}`] = function (path) {
          visitor(path)
          this.traverse(path)
        }
      }
      recast.visit(tree, methods)
    },
    mentions(name) {
      let found = false
      recast.visit(tree, {
        visitImportDeclaration: () => false,
        visitIdentifier(path) {
          found ||= path.node.name === name
          this.traverse(path)
        },
        visitJSXIdentifier(path) {
          found ||= path.node.name === name
          this.traverse(path)
        },
      })
      return found
    },
    note: (said) => void notes.push({ file, text: said }),
    print() {
      const added = [...used].flatMap(([module, names]) => {
        const mine = program.body.find(
          (/** @type {Node} */ node) =>
            isImport(node) && moduleOf(node) === module && node.importKind !== 'type' && node.specifiers.length > 0,
        )
        const specifiers = [...names].map(([name, local]) =>
          local === name ? b.importSpecifier(b.identifier(name)) : b.importSpecifier(b.identifier(name), b.identifier(local)),
        )
        if (mine) mine.specifiers.push(...specifiers)
        return mine ? [] : [b.importDeclaration(specifiers, b.stringLiteral(module))]
      })
      const had = program.body.filter(isImport).map(moduleOf)
      for (const sheet of sheets) if (!had.includes(sheet)) added.push(b.importDeclaration([], b.stringLiteral(sheet)))
      const last = program.body.findLastIndex(isImport)
      program.body.splice(place < 0 ? last + 1 : Math.min(place, last + 1), 0, ...added)
      const { code } = recast.print(tree, { quote: 'single', tabWidth: 2, reuseWhitespace: true })
      return /^import .*;$/m.test(text) ? code : code.replace(/^(import .*);$/gm, '$1')
    },
  }
}

/** A property of an object that is written out; undefined for what is spread or computed. @returns {Node} */
export function property(/** @type {Node} */ object, /** @type {string} */ name) {
  const found = object?.properties?.find((/** @type {Node} */ one) => !one.computed && (one.key?.name ?? one.key?.value) === name)
  return found?.value
}

/** Names in an expression that stand for themselves. @returns {string[]} */
export function namesIn(/** @type {Node} */ node) {
  /** @type {Set<string>} */
  const names = new Set()
  recast.visit(node, {
    visitIdentifier(path) {
      const parent = path.parent?.node
      if (parent?.property !== path.node || parent.computed) names.add(path.node.name)
      this.traverse(path)
    },
  })
  return [...names]
}

/** The attribute of an element: its expression, `true` for one without a value, undefined where it is not there. @returns {Node} */
export function attribute(/** @type {Node} */ element, /** @type {string} */ name) {
  const found = element.openingElement.attributes.find((/** @type {Node} */ one) => one.name?.name === name)
  if (!found) return undefined
  if (!found.value) return true
  return found.value.type === 'JSXExpressionContainer' ? found.value.expression : found.value
}

export const attributeNames = (/** @type {Node} */ element) =>
  element.openingElement.attributes.map((/** @type {Node} */ one) => one.name?.name ?? '…')

/** The name of an element as it is written: `A`, `A.B`, `a-b`. */
export const elementName = (/** @type {Node} */ element) => textOf(element.openingElement.name)

/** An element with other children. @returns {Node} */
export function element(/** @type {string} */ opening, /** @type {readonly Node[]} */ children) {
  const made = expression(`<${opening}></${opening.split(' ')[0]}>`)
  made.children = [...children]
  return made
}

/** Something of JSX on a line of its own. @returns {Node[]} */
export const line = (/** @type {string} */ code) => [b.jsxText('\n'), expression(code), b.jsxText('\n')]
