// Hooks that another kit answers with an object, taken apart: each name becomes what Portico has for it.
import { freshStatements } from './source.mjs'

/** @typedef {import('./source.mjs').Source} Source */
/**
 * @typedef {object} HookMove
 * @property {string} hook of Portico, from `@portico/react-ui`
 * @property {string} [call] what it is called with
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
  /** @type {HookMove} */ { hook, call = '', as, names },
) {
  let left = 0
  source.visit({ CallExpression: ({ node }) => void (node.callee.name === local && (left += 1)) })
  source.visit({
    VariableDeclaration(path) {
      const [one, ...others] = path.node.declarations
      if (others.length > 0 || one.init?.type !== 'CallExpression' || one.init.callee.name !== local) return
      if (one.id.type !== 'ObjectPattern') return
      const parts = one.id.properties.map((/** @type {any} */ part) => ({ name: part.key?.name, local: part.value?.name }))
      const unknown = parts.filter((/** @type {any} */ part) => !part.local || !Object.hasOwn(names, part.name))
      if (unknown.length > 0) return
      left -= 1
      const called = source.use('@portico/react-ui', hook)
      const lines = parts.map((/** @type {any} */ part) => `const ${part.local} = ${String(names[part.name]).replaceAll('$', as)}`)
      path.replace(...freshStatements([`const ${as} = ${called}(${call})`, ...lines].join('\n')))
    },
  })
  if (left > 0) source.note(`${local}() is used in a way that has no counterpart: see the page of the documentation.`)
  return left === 0
}
