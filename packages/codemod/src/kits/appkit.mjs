import { moveHook } from '../hooks.mjs'
import { carryComments, keepRest, porticoIn, porticoOf, provider, putPortico, replaceElements, several, wagmiConfig } from '../portico.mjs'
import { attributeNames, element, expression, property, textOf } from '../source.mjs'

/** @typedef {import('../codemod.mjs').Move} Move @typedef {import('../source.mjs').Node} Node */

const module = '@reown/appkit/react'
const adapterModule = '@reown/appkit-adapter-wagmi'
/** What was imported of them, by file. @type {WeakMap<object, { names: Map<string, string>, adapters: Map<string, string> }>} */
const taken = new WeakMap()
/** What wagmi has among its chains under the same name. */
const isChain = (/** @type {string} */ name) => !/^(solana|bitcoin|defineChain$|assert|.*(Utils?|Caip.*)$|AppKit)/.test(name)
/** Options by the same name. */
const same = ['themeMode', 'enableNetworkSwitch']

export const appkit = /** @type {Move} */ ({
  mentions: /@reown\/appkit|<appkit-|<w3m-|WagmiProvider/,
  leaves: ['@reown/appkit', '@reown/appkit-adapter-wagmi'],
  first(source, site) {
    if (!site.has(/@reown\/appkit-adapter-wagmi/)) return
    const names = source.take(module)
    const networks = source.take('@reown/appkit/networks')
    const adapters = source.take(adapterModule)
    taken.set(source, { names, adapters })
    for (const [name, local] of networks) {
      if (name === 'AppKitNetwork') source.use('viem', 'Chain', local)
      else if (isChain(name)) source.use('wagmi/chains', name, local)
    }
    keepRest(source, '@reown/appkit/networks', networks, new Set())
    const adapter = adapters.get('WagmiAdapter')
    /** @type {string | undefined} */
    let held
    if (adapter)
      source.visit({
        VariableDeclarator({ node }) {
          if (node.init?.type !== 'NewExpression' || node.init.callee.name !== adapter) return
          if (node.init.arguments[0]?.type !== 'ObjectExpression') return
          held = node.id.name
          const code = wagmiConfig(source, node.init.arguments[0], ['customRpcUrls'], 'networks')
          node.init = expression(`{ wagmiConfig: ${code} }`)
        },
      })
    const make = names.get('createAppKit')
    if (!make) return
    const statement = source.program.body.find(
      (/** @type {Node} */ node) =>
        node.expression?.callee?.name === make ||
        (node.declaration ?? node).declarations?.some((/** @type {Node} */ one) => one.init?.callee?.name === make),
    )
    const call = statement && (statement.expression ?? (statement.declaration ?? statement).declarations[0].init)
    const options = call?.arguments[0]
    const [only, ...others] = property(options, 'adapters')?.elements ?? []
    // The adapter may be made in another file.
    if (only?.type === 'Identifier' && others.length === 0) held ??= only.name
    if (!held || options?.type !== 'ObjectExpression')
      return source.note('createAppKit is called in a way that is not known here: write createPortico in its place.')
    const given = optionsOf(source, options)
    const more = same.flatMap((name) => (given.has(name) ? [`${name}: ${given.get(name)}`] : []))
    const variables = variablesOf(source, options)
    if (variables) more.push(`themeVariables: ${variables}`)
    for (const name of given.keys())
      if (!['adapters', 'networks', 'projectId', 'metadata', 'themeVariables', ...same].includes(name))
        source.note(`${name} of createAppKit is left out: see the table of the documentation's page.`)
    const code = porticoOf(source, {
      preset: 'appKit',
      config: `${held}.wagmiConfig`,
      more,
      metadata: given.get('metadata'),
      projectId: given.get('projectId'),
    })
    const { body } = source.program
    carryComments(statement, putPortico(source, site, statement, code))
    body.splice(body.indexOf(statement), 1)
    const answer = (statement.declaration ?? statement).declarations?.[0].id.name
    if (answer && (statement.declaration || source.mentions(answer)))
      source.note(`${answer}, which createAppKit answered with, is gone: the actions of @portico/core take the portico in its place.`)
  },
  then(source, site) {
    const held = taken.get(source)
    if (!held) {
      if (source.mentions('createAppKit')) source.note('There is no WagmiAdapter here, and sites with that alone are moved.')
      return
    }
    const { names, adapters } = held
    const moved = new Set(['createAppKit'])
    replaceElements(source, 'WagmiProvider', (node) => {
      const portico = porticoIn(source, site)
      if (!portico && site.porticos.size > 0)
        source.note(`Put <PorticoProvider portico={portico}> into WagmiProvider, with the portico of ${[...site.porticos.keys()].join()}.`)
      if (!portico) return undefined
      const attributes = node.openingElement.attributes.map(textOf).join(' ')
      return element(`WagmiProvider ${attributes}`, [provider(source, portico, node.children)])
    })
    for (const [tag, [name, props]] of Object.entries(tags))
      replaceElements(source, tag, (node) => {
        for (const given of attributeNames(node)) source.note(`${given} of <${tag}> is left out.`)
        return several(`<${source.use('@portico/react-ui', name)}${props} />`)
      })
    for (const [hook, move] of Object.entries(hooks)) {
      const local = names.get(hook)
      if (local && moveHook(source, local, move)) moved.add(hook)
    }
    keepRest(source, module, names, moved)
    keepRest(source, adapterModule, adapters, new Set(['WagmiAdapter']))
  },
})

/** How each option is written, those of an object of this file that is spread among them: `options.metadata`. */
function optionsOf(/** @type {import('../source.mjs').Source} */ source, /** @type {Node} */ options) {
  /** @type {Map<string, string>} */
  const given = new Map()
  for (const one of options.properties) {
    const spread = one.type === 'SpreadElement' ? one.argument : undefined
    const of = spread?.type === 'Identifier' ? declaredAs(source, spread.name) : undefined
    if (spread && !of)
      source.note(
        `...${textOf(spread)} of createAppKit is left out: write what it has of metadata, projectId and the theme into createPortico.`,
      )
    for (const { key } of of?.properties ?? []) if (key) given.set(key.name ?? key.value, `${spread.name}.${key.name ?? key.value}`)
    if (one.key) given.set(one.key.name, textOf(property(options, one.key.name) ?? one.key))
  }
  return given
}

/** The theme's variables under our names, upon those of the preset; undefined where none can be moved. */
function variablesOf(/** @type {import('../source.mjs').Source} */ source, /** @type {Node} */ options) {
  const places = [options, ...options.properties.flatMap((/** @type {Node} */ { argument }) => declaredAs(source, argument?.name) ?? [])]
  const [given] = places.flatMap((place) => property(place, 'themeVariables') ?? [])
  if (!given) return undefined
  const object = given.type === 'Identifier' ? declaredAs(source, given.name) : given
  const moved = (object?.properties ?? []).flatMap((/** @type {Node} */ { key, value, computed }) => {
    const name = !computed && variables[key?.value?.replace?.(/^--(apkt|w3m)-/, '')]
    if (!name) return []
    if (name !== 'mixStrength') return [`${name}: ${textOf(value)}`]
    return [value.type.endsWith('Literal') ? `${name}: '${value.value}%'` : `${name}: \`\${${textOf(value)}}%\``]
  })
  if (moved.length === 0 || moved.length < object.properties.length)
    source.note('themeVariables of createAppKit is left out, or a part of it: the names of ours are in the table of the page.')
  return moved.length > 0 && `{ ...${source.use('@portico/react-ui/presets', 'appKit')}.themeVariables, ${moved.join(', ')} }`
}

/** What each variable is called here. @type {Readonly<Record<string, string>>} */
const variables = {
  accent: 'accent',
  'border-radius-master': 'radius',
  'color-mix': 'mix',
  'color-mix-strength': 'mixStrength',
  'font-family': 'font',
  'font-size-master': 'fontSize',
  'qr-color': 'qrColor',
  'z-index': 'z',
}

/** The object that a constant of the module is; undefined where it has something spread itself. */
function declaredAs(/** @type {import('../source.mjs').Source} */ source, /** @type {string} */ name) {
  for (const node of source.program.body)
    for (const { id, init } of (node.declaration ?? node).declarations ?? []) {
      const is = init?.type === 'TSAsExpression' || init?.type === 'TSSatisfiesExpression' ? init.expression : init
      if (id.name === name && is?.type === 'ObjectExpression')
        return is.properties.every((/** @type {Node} */ one) => one.key && !one.computed) ? is : undefined
    }
  return undefined
}

/** @type {Record<string, [name: string, props: string]>} */
const tags = {
  'appkit-button': ['PorticoButton', ''],
  'w3m-button': ['PorticoButton', ''],
  'appkit-connect-button': ['ConnectButton', ''],
  'appkit-account-button': ['AccountButton', ''],
  'appkit-network-button': ['NetworkButton', ''],
  'w3m-network-button': ['NetworkButton', ''],
}

const hooks = /** @type {const} */ ({
  useAppKit: { hook: 'useModal', as: 'modal', names: { open: '$.open', close: '$.close' } },
  useAppKitAccount: {
    hook: 'useAccount',
    takes: true,
    as: 'account',
    names: { address: '$.address', isConnected: "$.status === 'connected'", status: '$.status', caipAddress: '$.accountId' },
  },
  useAppKitState: { hook: 'useModal', as: 'modalState', names: { open: '$.isOpen' } },
  useAppKitNetwork: { hook: 'useNetwork', takes: true, as: 'chain', names: { caipNetwork: '$.network', caipNetworkId: '$.network?.id' } },
})
