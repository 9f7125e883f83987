// What every kit's move makes: a wagmi config, a portico, and the provider with its modal.
import { posix } from 'node:path'
import { attribute, commentsIn, element, elementName, expression, leading, line, namesIn, property, statements, textOf } from './source.mjs'

/** @typedef {import('./source.mjs').Source} Source @typedef {import('./source.mjs').Node} Node @typedef {import('./codemod.mjs').Site} Site */

/** The text of wagmi's own `createConfig` for options that another kit took, without those of its own. */
export function wagmiConfig(
  /** @type {Source} */ source,
  /** @type {Node} */ options,
  /** @type {readonly string[]} */ own,
  chainsName = 'chains',
) {
  const create = source.use('wagmi', 'createConfig')
  const chains = property(options, chainsName)
  const rest = options.properties.filter(
    (/** @type {Node} */ one) => ![...own, chainsName, 'transports', 'appName', 'projectId'].includes(one.key?.name),
  )
  const transports = property(options, 'transports')
  const lines = [
    `chains: ${chains ? textOf(chains) : '[]'}`,
    transports ? `transports: ${textOf(transports)}` : `transports: {\n${transportsOf(source, chains)}\n}`,
    ...rest.map(textOf),
  ]
  if (!chains) source.note('No chains were found: name them in createConfig.')
  return objectCall(create, lines)
}

/** A call with one object, a line for each of its properties. */
const objectCall = (/** @type {string} */ name, /** @type {readonly string[]} */ lines) =>
  `${name}({\n${lines.map((one) => `  ${one.replaceAll('\n', '\n  ')},\n`).join('')}})`

function transportsOf(/** @type {Source} */ source, /** @type {Node} */ chains) {
  let named = chains
  if (chains?.type === 'Identifier')
    source.visit({ VariableDeclarator: ({ node }) => void (node.id.name === chains.name && node.init && (named = node.init)) })
  const imported = source.imported(/(^|\/)(chains|networks)$/)
  const names = named ? namesIn(named).filter((name) => imported.includes(name)) : []
  const http = source.use('wagmi', 'http')
  if (names.length === 0) source.note('Which chains there are was not found: give each a transport in createConfig.')
  return names.map((name) => `  [${name}.id]: ${http}(),`).join('\n')
}

/**
 * @typedef {object} PorticoParts as they are written
 * @property {string} preset of `@portico/react-ui/presets`
 * @property {string} [config] the wagmi config
 * @property {string} [adapter] in the place of the one of that config
 * @property {string | undefined} [metadata]
 * @property {string | undefined} [projectId]
 * @property {readonly string[]} [more] other options
 */

/** The text of `createPortico`. */
export function porticoOf(
  /** @type {Source} */ source,
  /** @type {PorticoParts} */ { preset, config, adapter, metadata, projectId, more = [] },
) {
  const create = source.use('@portico/core', 'createPortico')
  const wrote = adapter ?? `${source.use('@portico/adapter-evm', 'evm')}({ ${config === 'config' ? 'config' : `config: ${config}`} })`
  const lines = [
    `...${source.use('@portico/react-ui/presets', preset)}`,
    ...(metadata ? [`metadata: ${metadata}`] : []),
    `adapters: [${wrote}]`,
    ...(projectId ? [`connectors: [${source.use('@portico/walletconnect', 'walletConnect')}({ projectId: ${projectId} })]`] : []),
    ...more,
  ]
  return objectCall(create, lines)
}

/** Gives the comments of what goes to what comes, where that does not have them. */
export function carryComments(/** @type {Node} */ from, /** @type {Node} */ to, code = textOf(to)) {
  const lost = commentsIn(from).filter(({ value }) => !code.includes(value))
  if (lost.length > 0) to.comments = [...(to.comments ?? []), ...lost.map(leading)]
}

/** Puts a portico behind a statement of the module, exported as that is. @returns {Node} */
export function putPortico(/** @type {Source} */ source, /** @type {Site} */ site, /** @type {Node} */ after, /** @type {string} */ code) {
  const { body } = source.program
  const at = body.indexOf(after)
  const called = after?.declarations?.[0]?.id.name
  const isExported =
    after?.type === 'ExportNamedDeclaration' ||
    source.mentions('createAppKit') ||
    body.some(
      (/** @type {Node} */ node) =>
        (node.type === 'ExportDefaultDeclaration' && called && node.declaration.name === called) ||
        (node.type === 'ExportNamedDeclaration' && node.specifiers?.some((/** @type {Node} */ one) => one.local?.name === called)),
    )
  const last = body.findLastIndex((/** @type {Node} */ node) => node.type === 'ImportDeclaration')
  const [made] = statements(`${isExported ? 'export ' : ''}const portico = ${code}`)
  body.splice((at < 0 ? last : at) + 1, 0, made)
  site.porticos.set(source.file, 'portico')
  return made
}

/** The portico in a file: made there, or imported from where it was made. undefined where there is none. */
export function porticoIn(/** @type {Source} */ source, /** @type {Site} */ site) {
  if (site.porticos.has(source.file)) return 'portico'
  for (const node of source.program.body) {
    if (node.type !== 'ImportDeclaration') continue
    const from = String(node.source.value)
    if (!/^(\.|[@~]\/|#|src\/)/.test(from)) continue // a package
    const whole = from.startsWith('.') ? posix.join(posix.dirname(source.file), from) : from.replace(/^[^/]*\//, '')
    const bare = whole.replace(/\.[cm]?[jt]sx?$/, '')
    const made = [...site.porticos.keys()].find((file) => {
      const known = file.replace(/(\/index)?\.[cm]?[jt]sx?$/, '')
      return from.startsWith('.') ? known === bare : known === bare || known.endsWith(`/${bare}`)
    })
    if (made) return source.use(from, 'portico')
  }
  return undefined
}

/** Wraps what a provider had below it in Portico's, with one modal. @returns {Node} */
export function provider(
  /** @type {Source} */ source,
  /** @type {string} */ portico,
  /** @type {readonly Node[]} */ children,
  modalProps = '',
) {
  const outer = source.use('@portico/react-ui', 'PorticoProvider')
  const modal = source.use('@portico/react-ui', 'Modal')
  source.useSheet('@portico/react-ui/styles.css')
  return element(`${outer} portico={${portico}}`, [...children, ...line(`<${modal}${modalProps} />`)])
}

/**
 * The portico for a provider: the one that was made, else a new one beside the wagmi config that the page is in.
 * @returns {string | undefined}
 */
export function porticoFor(/** @type {Source} */ source, /** @type {Site} */ site, /** @type {string} */ preset, metadata = '') {
  const made = porticoIn(source, site)
  if (made) return made
  /** @type {string | undefined} */
  let config
  source.visit({
    JSXElement({ node }) {
      const given = /^Wagmi(Provider|Config)$/.test(elementName(node)) ? attribute(node, 'config') : undefined
      if (given?.type === 'Identifier') config = given.name
    },
  })
  // A portico is made once, and reads no config that comes with a component.
  const after = source.program.body.find((/** @type {Node} */ node) =>
    (node.declaration ?? node).declarations?.some((/** @type {Node} */ one) => one.id.name === config),
  )
  if (!config || (!after && !source.imported(/./).includes(config))) {
    source.note('Which wagmi config the page uses was not found: make a portico with createPortico({ adapters: [evm({ config })] }).')
    return undefined
  }
  putPortico(source, site, after, porticoOf(source, { preset, config, ...(metadata && { metadata }) }))
  return 'portico'
}

/** Imports what is left of a kit again, as it was, and says so: what was not moved, and what was, and stands somewhere else as well. */
export function keepRest(
  /** @type {Source} */ source,
  /** @type {string} */ module,
  /** @type {ReadonlyMap<string, string>} */ names,
  /** @type {ReadonlySet<string>} */ moved,
) {
  for (const [name, local] of names) {
    if (!source.mentions(local) || source.provides(local)) continue
    source.restore(module, name, local)
    source.note(
      moved.has(name)
        ? `${name} of ${module} stays where it is used in a way that is not known here: see the page of the documentation.`
        : `${name} of ${module} has no counterpart that is known here: see the page of the documentation.`,
    )
  }
}

/** Replaces each element of a name. @param {(node: Node) => Node} make answers with what takes its place, undefined where it stays */
export function replaceElements(/** @type {Source} */ source, /** @type {string} */ name, make) {
  source.visit({
    JSXElement(path) {
      if (elementName(path.node) !== name) return
      const made = make(path.node)
      if (made) path.replace(made)
    },
  })
}

/** One element, or several in a fragment. @returns {Node} */
export const several = (/** @type {string[]} */ ...tags) =>
  tags.length === 1 ? expression(String(tags[0])) : expression(`<>${tags.join('')}</>`)
