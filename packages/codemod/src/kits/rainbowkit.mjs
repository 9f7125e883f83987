import { moveHook } from '../hooks.mjs'
import { carryComments, keepRest, porticoFor, porticoOf, provider, putPortico, replaceElements, several, wagmiConfig } from '../portico.mjs'
import { attribute, attributeNames, expression, property, textOf, writtenAs } from '../source.mjs'

/** @typedef {import('../codemod.mjs').Move} Move @typedef {import('../source.mjs').Node} Node */

const module = '@rainbow-me/rainbowkit'
const themes = /^(light|dark|midnight)Theme$/

export const rainbowkit = /** @type {Move} */ ({
  mentions: /@rainbow-me\/rainbowkit/,
  leaves: [module],
  first(source, site) {
    const names = source.take(module)
    source.take(`${module}/styles.css`)
    taken.set(source, names)
    listed.set(source, source.take(`${module}/wallets`))
    const make = names.get('getDefaultConfig')
    if (!make) return
    for (const statement of source.program.body) {
      const declared = (statement.declaration ?? statement).declarations?.[0]
      if (declared?.init?.callee?.name !== make) continue
      const [options] = declared.init.arguments
      if (options?.type !== 'ObjectExpression' || site.porticos.has(source.file)) continue
      const [appName, appDescription, appUrl, appIcon, projectId] = ['appName', 'appDescription', 'appUrl', 'appIcon', 'projectId'].map(
        (name) => property(options, name),
      )
      const metadata = metadataOf({ name: appName, description: appDescription, url: appUrl }, appIcon)
      if (property(options, 'wallets')) source.note('The list of wallets is left out: see featuredWallets, wallets and includeWallets.')
      const code = wagmiConfig(source, options, ['appDescription', 'appUrl', 'appIcon', 'wallets'])
      carryComments(declared.init, statement, code)
      declared.init = expression(code)
      const config = declared.id.name
      putPortico(
        source,
        site,
        statement,
        porticoOf(source, { preset: 'rainbowKit', config, metadata, projectId: projectId && textOf(projectId) }),
      )
    }
  },
  then(source, site) {
    const names = taken.get(source) ?? new Map()
    const moved = new Set(['getDefaultConfig'])
    const outer = names.get('RainbowKitProvider')
    if (outer) {
      moved.add('RainbowKitProvider')
      replaceElements(source, outer, (node) => {
        const info = resolved(source, attribute(node, 'appInfo'))
        const disclaimer = property(info, 'disclaimer')
        const portico = porticoFor(source, site, 'rainbowKit', metadataOf({ name: property(info, 'appName') }))
        if (!portico) return undefined
        for (const name of attributeNames(node).filter((/** @type {string} */ one) => !['appInfo', 'children'].includes(one)))
          source.note(`${name} of RainbowKitProvider is left out${hints[name] ? `: ${hints[name]}` : '.'}`)
        const words = disclaimer && disclaimerOf(source, disclaimer)
        if (info?.properties) info.properties = info.properties.filter((/** @type {Node} */ one) => one.value !== disclaimer)
        if (words) moved.add('DisclaimerComponent')
        else if (disclaimer)
          source.note(
            'The disclaimer is left out, for it is not a function of this file that draws alone: <Modal disclaimer={…} /> takes its words, <Modal terms privacy /> links what the visitor accepts.',
          )
        return provider(source, portico, node.children, words ? ` disclaimer={${words}}` : '')
      })
      for (const name of names.keys()) if (themes.test(name)) moved.add(name)
    }
    const button = names.get('ConnectButton')
    if (button) {
      moved.add('ConnectButton')
      replaceElements(source, button, (node) => several(...buttons(source, node)))
      if (source.mentions(button)) {
        source.use('@portico/react-ui', 'ConnectButton', button)
        source.note(
          'ConnectButton.Custom is there, and hands other names to what it draws: { status, account, network, button, openNetworks }.',
        )
      }
    }
    for (const [hook, move] of Object.entries(hooks)) {
      const local = names.get(hook)
      if (local && moveHook(source, local, move)) moved.add(hook)
    }
    const add = names.get('useAddRecentTransaction')
    if (add) {
      moved.add('useAddRecentTransaction')
      const local = source.use('@portico/react-ui', 'useAddTransaction')
      source.visit({
        Identifier: ({ node }) => void (node.name === add && (node.name = local)),
        ObjectExpression({ node }) {
          if (!property(node, 'hash') || !property(node, 'description')) return
          node.properties = node.properties.filter((/** @type {Node} */ one) => one.key?.name !== 'confirmations')
        },
      })
    }
    keepRest(source, module, names, moved)
    keepRest(source, `${module}/wallets`, listed.get(source) ?? new Map(), new Set())
  },
})

/** What was imported of it, by file. @type {WeakMap<object, Map<string, string>>} */
const taken = new WeakMap()
/** The same of its wallets. @type {WeakMap<object, Map<string, string>>} */
const listed = new WeakMap()

/** @type {Record<string, string>} */
const hints = {
  theme: 'rainbowKit of @portico/react-ui/presets looks like it; setTheme and themeMode change it.',
  avatar: 'setAvatar(portico, Avatar) of @portico/react-ui/slots does so.',
  locale: '<PorticoProvider locale={de}> takes one of @portico/react-ui/locales.',
  initialChain: "defaultNetwork: 'eip155:…' of createPortico does so.",
  modalSize: '--portico-width is how wide it is.',
  showRecentTransactions: 'they are always in the account.',
}

const hooks = /** @type {const} */ ({
  useConnectModal: {
    hook: 'useModal',
    as: 'connectModal',
    names: { openConnectModal: "() => $.open({ view: 'Connect' })", connectModalOpen: '$.isOpen' },
  },
  useAccountModal: {
    hook: 'useModal',
    as: 'accountModal',
    names: { openAccountModal: "() => $.open({ view: 'Account' })", accountModalOpen: '$.isOpen' },
  },
  useChainModal: {
    hook: 'useModal',
    as: 'chainModal',
    names: { openChainModal: "() => $.open({ view: 'Networks' })", chainModalOpen: '$.isOpen' },
  },
})

/** The buttons that stand for one of RainbowKit's. @returns {string[]} */
function buttons(/** @type {import('../source.mjs').Source} */ source, /** @type {Node} */ node) {
  const word = (/** @type {string} */ name) => {
    const given = attribute(node, name)
    if (given === undefined || given === true) return given
    if (given.type === 'StringLiteral' || given.type === 'BooleanLiteral') return String(given.value)
    source.note(`${name} of ConnectButton differs by the screen or by a condition, and is left out.`)
    return undefined
  }
  if (attributeNames(node).includes('…')) source.note('What is spread into ConnectButton is left out.')
  const label = attribute(node, 'label')
  const props = `${word('showBalance') === 'false' ? ' balance={false}' : ''}${word('accountStatus') === 'address' ? ' profile={false}' : ''}`
  const main = source.use('@portico/react-ui', 'PorticoButton')
  const text = label === undefined || label === true ? undefined : label.type === 'StringLiteral' ? label.value : `{${textOf(label)}}`
  const account = text === undefined ? `<${main}${props} />` : `<${main}${props}>${text}</${main}>`
  const status = word('chainStatus')
  if (status === 'none') return [account]
  return [`<${source.use('@portico/react-ui', 'NetworkButton')}${status === 'icon' ? ' iconOnly' : ''} />`, account]
}

/** The variable or function of the file that a name stands for. @returns {Node} */
function declared(/** @type {import('../source.mjs').Source} */ source, /** @type {string} */ name) {
  /** @type {Node} */
  let found
  source.visit({
    VariableDeclarator: ({ node }) => void (node.id.name === name && (found = node)),
    FunctionDeclaration: ({ node }) => void (node.id?.name === name && (found = node)),
  })
  return found
}

/** A value that may stand in a variable of the file. @returns {Node} */
const resolved = (/** @type {import('../source.mjs').Source} */ source, /** @type {Node} */ node) =>
  node?.type === 'Identifier' ? (declared(source, node.name)?.init ?? node) : node

/**
 * The words of a disclaimer, which RainbowKit has as a component that is handed `Text` and `Link`, and the modal as an element: one that is
 * written in place becomes a fragment, one with a name stays a component, which nothing is handed to.
 * @returns {string | undefined} undefined where it is not a function of this file that draws alone
 */
function disclaimerOf(/** @type {import('../source.mjs').Source} */ source, /** @type {Node} */ given) {
  const declaration = given.type === 'Identifier' ? declared(source, given.name) : undefined
  const draws = given.type === 'Identifier' ? (declaration?.init ?? declaration) : given
  const [only, ...others] = draws?.body?.body ?? []
  const drawn = only?.type === 'ReturnStatement' && others.length === 0 ? only.argument : draws?.body
  const [parts] = draws?.params ?? []
  if (!/^JSX(Element|Fragment)$/.test(drawn?.type) || (parts && parts.type !== 'ObjectPattern')) return undefined
  const local = new Map((parts?.properties ?? []).map((/** @type {Node} */ one) => [one.value?.name, one.key?.name]))
  const words = plainJsx(drawn, local)
  if (!declaration) return words
  if (declaration.type === 'VariableDeclarator') {
    declaration.init = expression(`() => (${words})`)
    declaration.id.typeAnnotation = null
  } else {
    declaration.params = []
    only.argument = expression(words)
  }
  return `<${given.name} />`
}

/**
 * How it reads with `Text` as a fragment, and links as HTML's, which open beside the page as RainbowKit's do. Spaces beside an element are
 * written out: what prints the tree drops them.
 */
function plainJsx(/** @type {Node} */ drawn, /** @type {ReadonlyMap<string, string>} */ local) {
  let text = writtenAs(drawn)
  for (const [name, part] of local) {
    const tags = new RegExp(`<(/?)${name}\\b((?:[^>{]|{[^}]*})*)>`, 'g')
    if (part === 'Text') text = text.replace(tags, '<$1>')
    if (part === 'Link')
      text = text.replace(tags, (/** @type {string} */ _, /** @type {string} */ close, /** @type {string} */ attributes) =>
        close ? '</a>' : `<a${attributes} target="_blank" rel="noreferrer">`,
      )
  }
  return text.replace(/(<\/\w*>)[ \t]+(?=[^\s<{])/g, "$1{' '}").replace(/(?<=[^\s>}])[ \t]+(?=<\w)/g, "{' '}")
}

/** The text of a site's metadata; empty without a name. */
export function metadataOf(/** @type {Record<string, Node>} */ parts, /** @type {Node} */ icon = undefined) {
  if (!parts['name']) return ''
  const written = Object.entries(parts).flatMap(([name, node]) => (node ? [`${name}: ${textOf(node)}`] : []))
  return `{ ${[...written, ...(icon ? [`icons: [${textOf(icon)}]`] : [])].join(', ')} }`
}
