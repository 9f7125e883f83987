// Hooks that another kit answers with an object, taken apart: each name becomes what Portico has for it.
import { freeName, freshStatements, namesIn, textOf } from './source.mjs'

/** @typedef {import('./source.mjs').Source} Source */
/**
 * @typedef {object} HookMove
 * @property {string} hook of Portico, from `@portico/react-ui`
 * @property {boolean} [takes] `{ namespace }`, as the other hook does
 * @property {string} as what its answer is called
 * @property {Readonly<Record<string, string>>} names by the name that the other hook had, the expression; `$` is the answer
 */

/**
 * Moves the calls of one hook. What is not taken apart, or has a name that Portico does not know, stays, and is noted.
 * @returns {boolean} whether all of them were moved
 */
export function moveHook(
  /** @type {Source} */ source,
  /** @type {string} */ local,
  /** @type {HookMove} */ { hook, takes = false, as, names },
) {
  let left = 0
  /** @type {any[]} */
  const moves = []
  source.visit({
    CallExpression: ({ node }) => void (node.callee.name === local && (left += 1)),
    VariableDeclaration(path) {
      const [one, ...others] = path.node.declarations
      if (others.length > 0 || one.init?.type !== 'CallExpression' || one.init.callee.name !== local) return
      if (one.id.type !== 'ObjectPattern' || !/^(Program|BlockStatement)$/.test(path.parent.node.type)) return
      const known = one.id.properties.every((/** @type {any} */ part) => part.value?.name && Object.hasOwn(names, part.key?.name))
      const [given, ...more] = one.init.arguments
      const same = !given || (takes && given.properties?.every((/** @type {any} */ part) => part.key?.name === 'namespace'))
      if (known && same && more.length === 0) moves.push(path)
    },
  })
  left -= moves.length
  // The hook of the same name that is left keeps it.
  if (left > 0) source.reserve(local)
  for (const path of moves) {
    const [{ id, init }] = path.node.declarations
    const called = source.use('@portico/react-ui', hook)
    const answer = freeName(as, new Set(namesIn(around(path))))
    const lines = id.properties.map(
      (/** @type {any} */ { key, value }) => `const ${value.name} = ${String(names[key.name]).replaceAll('$', answer)}`,
    )
    const made = freshStatements([`const ${answer} = ${called}(${init.arguments.map(textOf).join('')})`, ...lines].join('\n'))
    made[0].comments = path.node.comments
    path.replace(...made)
  }
  if (left > 0) source.note(`${local}() is used in a way that has no counterpart: see the page of the documentation.`)
  return left === 0
}

/** The function that something is in, else the module. @returns {import('./source.mjs').Node} */
function around(/** @type {import('./source.mjs').Path} */ path) {
  let at = path
  while (at.parent && !/Function|Method/.test(at.node.type)) at = at.parent
  return at.node
}
