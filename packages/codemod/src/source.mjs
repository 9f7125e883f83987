// One file of a site, read so that what is not changed is written as it was.
import { parse as parseBabel } from '@babel/parser'
import * as recast from 'recast'

const { builders: b } = recast.types

// The tree is that of Babel, whose nodes recast's own types know in part.
/** @typedef {any} Node @typedef {any} Path */
/** @typedef {{ file: string, text: string }} Note what a person has to look at */

/** In a file that is TypeScript and no more, `<T>` is a type. */
const parserOf = (/** @type {string} */ file) => ({
  parse: (/** @type {string} */ text) =>
    parseBabel(text, {
      sourceType: 'module',
      allowReturnOutsideFunction: true,
      tokens: true,
      plugins: ['typescript', 'decorators-legacy', ...(/\.[cm]?ts$/.test(file) ? [] : [/** @type {const} */ ('jsx')])],
    }),
})
const parser = parserOf('.tsx')
/** A tab is as wide to read as to write: then those that were there stay. */
const tabWidth = 2

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
 * @property {(module: string | RegExp) => Map<string, string>} take takes the imports of a module out: its names, and what they are called here. What is imported as a whole stays
 * @property {(module: string, name: string, local?: string) => string} use imports a name; answers with what it is called here, which is another where the file has such a name
 * @property {(module: string, name: string, local: string) => void} restore imports a name again, as it was
 * @property {(local: string) => void} reserve a name that nothing else is to be called by
 * @property {(local: string) => boolean} provides whether such a name is imported or declared now
 * @property {(comments: readonly Node[]) => void} keepComments of what goes: at the imports that come
 * @property {(module: RegExp) => string[]} imported what the names of such modules are called here
 * @property {(module: string) => void} useSheet imports a style sheet
 * @property {(visitors: Record<string, (path: Path) => void>) => void} visit each node of a type, the outer ones first
 * @property {(name: string) => boolean} mentions whether a name is used outside of imports
 * @property {(text: string) => void} note
 * @property {() => string} print
 */

/** @returns {Source} @throws {SyntaxError} where the file cannot be read */
export function readSource(/** @type {string} */ file, /** @type {string} */ text, /** @type {Note[]} */ notes) {
  const [mark = ''] = /^\uFEFF/.exec(text) ?? []
  const lineTerminator = text.includes('\r\n') ? '\r\n' : '\n'
  const own = text.slice(mark.length)
  const tree = recast.parse(own, { parser: parserOf(file), tabWidth })
  /** @type {Node[]} */
  const directives = tree.program.directives ?? []
  const printed = () => {
    const { code } = recast.print(tree, { quote: 'single', tabWidth, useTabs: /^\t/m.test(text), reuseWhitespace: true, lineTerminator })
    // 'use client' gets a semicolon of its own, and a second one.
    return directives.reduce((so, { value }) => {
      const [, end = ''] = own.split(value.extra.raw)
      return so.replace(new RegExp(`(${value.extra.raw});*`), end.startsWith(';') ? '$1;' : '$1')
    }, code)
  }
  const before = printed()
  const { program } = tree
  const said = commentsIn(program)
  /** @type {Map<string, Map<string, string>>} by module: names, and what they are called here */
  const used = new Map()
  /** Names that the file has for itself. */
  const bound = new Set(namesIn(program))
  /** @type {Set<string>} */
  const reserved = new Set()
  /** @type {Set<string>} names that were imported as types alone */
  const types = new Set()
  /** @type {Node[]} */
  const kept = []
  /** @type {Set<string>} */
  const sheets = new Set()
  let place = -1 // where the first import was that went

  const isImport = (/** @type {Node} */ node) => node.type === 'ImportDeclaration'
  const goes = (/** @type {Node} */ node, /** @type {string | RegExp} */ module) =>
    isImport(node) &&
    fits(moduleOf(node), module) &&
    (node.specifiers ?? []).every((/** @type {Node} */ one) => one.type === 'ImportSpecifier')
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
        if (!goes(node, module)) return
        if (place < 0) place = at
        kept.push(...commentsIn(node))
        for (const one of node.specifiers ?? []) {
          names.set(one.imported.name, one.local.name)
          bound.delete(one.local.name)
          if (node.importKind === 'type' || one.importKind === 'type') types.add(one.local.name)
        }
      })
      program.body = program.body.filter((/** @type {Node} */ node) => !goes(node, module))
      return names
    },
    use(module, name, local = name) {
      for (const node of program.body) {
        if (!isImport(node) || moduleOf(node) !== module || node.importKind === 'type') continue
        const known = node.specifiers.find((/** @type {Node} */ one) => one.type === 'ImportSpecifier' && one.imported.name === name)
        if (known) return known.local.name
      }
      const names = used.get(module) ?? new Map()
      if (!names.has(name)) names.set(name, freeName(local, new Set([...bound, ...reserved])))
      bound.add(names.get(name))
      used.set(module, names)
      return names.get(name)
    },
    reserve: (local) => void reserved.add(local),
    restore(module, name, local) {
      used.set(module, (used.get(module) ?? new Map()).set(name, local))
      bound.add(local)
    },
    provides: (local) => bound.has(local) || program.body.some((/** @type {Node} */ node) => declaredBy(node).includes(local)),
    keepComments: (comments) => void kept.push(...comments),
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
          found ||= path.node.name === name && standsForItself(path)
          this.traverse(path)
        },
        visitJSXIdentifier(path) {
          found ||= path.node.name === name && path.parent?.node.type !== 'JSXAttribute'
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
        const specifiers = [...names].map(([name, local]) => {
          const made = local === name ? b.importSpecifier(b.identifier(name)) : b.importSpecifier(b.identifier(name), b.identifier(local))
          return types.has(local) ? Object.assign(made, { importKind: 'type' }) : made
        })
        if (mine) mine.specifiers.push(...specifiers)
        return mine ? [] : [b.importDeclaration(specifiers, b.stringLiteral(module))]
      })
      const had = program.body.filter(isImport).map(moduleOf)
      for (const sheet of sheets) if (!had.includes(sheet)) added.push(b.importDeclaration([], b.stringLiteral(sheet)))
      const last = program.body.findLastIndex(isImport)
      const start = place < 0 ? last + 1 : Math.min(place, last + 1)
      program.body.splice(start, 0, ...added)
      const holder = program.body[start]
      if (holder && kept.length > 0) holder.comments = [...kept.map(leading), ...(holder.comments ?? [])]
      const code = printed()
      if (code === before) return text
      const left = new Set(commentsIn(tree.program).map(({ value }) => value))
      for (const { value } of said)
        if (!left.has(value) && !code.includes(value))
          notes.push({ file, text: `This comment is gone with what it stood at: ${value.trim()}` })
      return mark + (/^import .*;\r?$/m.test(own) ? code : code.replace(/^(import .*);(?=\r?$)/gm, '$1'))
    },
  }
}

/** A name that nothing in the file has: that of Portico, said in full where its own is taken. */
export function freeName(/** @type {string} */ wanted, /** @type {ReadonlySet<string>} */ bound) {
  if (!bound.has(wanted)) return wanted
  const [, use = '', rest = ''] = /^(use(?=[A-Z]))?(.*)$/.exec(wanted) ?? []
  const full = /^[A-Z]/.test(rest) ? `${use}Portico${rest}` : `portico${rest.charAt(0).toUpperCase()}${rest.slice(1)}`
  const start = rest.startsWith('Portico') ? wanted : full
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? start : `${start}${count}`
    if (!bound.has(name)) return name
  }
}

/** What a statement of the module declares. @returns {string[]} */
function declaredBy(/** @type {Node} */ node) {
  const declaration = node.declaration ?? node
  return (declaration.declarations ?? [declaration]).flatMap((/** @type {Node} */ one) => (one.id?.name ? [one.id.name] : []))
}

/** The comments at a node and in it. @returns {Node[]} */
export function commentsIn(/** @type {Node} */ node) {
  /** @type {Set<Node>} */
  const found = new Set()
  recast.visit(node, {
    visitNode(path) {
      for (const one of /** @type {Node} */ (path.node).comments ?? []) found.add(one)
      this.traverse(path)
    },
  })
  return [...found]
}

/** A comment on lines of its own before what it stands at. @returns {Node} */
export const leading = (/** @type {Node} */ { type, value }) =>
  type.endsWith('Line') ? b.commentLine(value, true, false) : b.commentBlock(value, true, false)

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
      if (standsForItself(path)) names.add(path.node.name)
      this.traverse(path)
    },
  })
  return [...names]
}

/** Neither what follows a point nor the key of a property. */
function standsForItself(/** @type {Path} */ { node, parent }) {
  const at = parent?.node
  if (at?.type === 'ImportSpecifier' || at?.type === 'ExportSpecifier') return at.local === node
  if (at?.property === node) return at.computed
  return at?.key !== node || at.computed || at.shorthand
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
export const elementName = (/** @type {Node} */ element) => partName(element.openingElement.name)

/** @returns {string} */
const partName = (/** @type {Node} */ { type, name, object, property: part, namespace }) =>
  type === 'JSXMemberExpression' ? `${partName(object)}.${part.name}` : namespace ? `${namespace.name}:${name.name}` : name

/** An element with other children. @returns {Node} */
export function element(/** @type {string} */ opening, /** @type {readonly Node[]} */ children) {
  const made = expression(`<${opening}></${opening.split(' ')[0]}>`)
  made.children = asWritten(children)
  return made
}

/** Children that read as they did: what prints the tree drops a space at the start of a text, and what entities stand for. @returns {Node[]} */
export const asWritten = (/** @type {readonly Node[]} */ children) =>
  children.flatMap((child) => {
    if (child.type !== 'JSXText' || !/\S/.test(child.value)) return [child]
    const raw = String(child.extra?.raw ?? child.value)
    const text = b.jsxText(raw.trimStart())
    return /^[ \t]+\S/.test(raw) ? [b.jsxExpressionContainer(b.stringLiteral(' ')), text] : [text]
  })

/** Something of JSX on a line of its own. @returns {Node[]} */
export const line = (/** @type {string} */ code) => [b.jsxText('\n'), expression(code), b.jsxText('\n')]
