import { moveHook } from '../hooks.mjs'
import { carryComments, keepRest, porticoFor, porticoOf, provider, putPortico, replaceElements, several, wagmiConfig } from '../portico.mjs'
import { attribute, attributeNames, expression, property, textOf } from '../source.mjs'
import { metadataOf } from './rainbowkit.mjs'

/** @typedef {import('../codemod.mjs').Move} Move @typedef {import('../source.mjs').Node} Node */

const module = 'connectkit'
/** What was imported of it, by file. @type {WeakMap<object, Map<string, string>>} */
const taken = new WeakMap()
const own = ['walletConnectProjectId', 'appName', 'appDescription', 'appUrl', 'appIcon', 'enableFamily', 'enableAaveAccount']

export const connectkit = /** @type {Move} */ ({
  mentions: /['"]connectkit['"]/,
  leaves: [module],
  first(source, site) {
    const names = source.take(module)
    taken.set(source, names)
    const make = names.get('getDefaultConfig')
    if (!make) return
    for (const statement of source.program.body) {
      const declared = (statement.declaration ?? statement).declarations?.[0]
      // createConfig(getDefaultConfig({ … }))
      /** @type {Node} */
      const inner = declared?.init?.callee?.name === make ? declared.init : declared?.init?.arguments?.[0]
      if (inner?.callee?.name !== make) continue
      const [options] = inner.arguments
      if (options?.type !== 'ObjectExpression' || site.porticos.has(source.file)) continue
      const [name, description, url, icon, projectId] = ['appName', 'appDescription', 'appUrl', 'appIcon', 'walletConnectProjectId'].map(
        (one) => property(options, one),
      )
      const code = wagmiConfig(source, options, own)
      carryComments(declared.init, statement, code)
      declared.init = expression(code)
      const metadata = metadataOf({ name, description, url }, icon)
      const parts = { preset: 'connectKit', config: declared.id.name, metadata, projectId: projectId && textOf(projectId) }
      putPortico(source, site, statement, porticoOf(source, parts))
    }
  },
  then(source, site) {
    const names = taken.get(source) ?? new Map()
    const moved = new Set(['getDefaultConfig'])
    const outer = names.get('ConnectKitProvider')
    if (outer) {
      moved.add('ConnectKitProvider')
      replaceElements(source, outer, (node) => {
        const portico = porticoFor(source, site, 'connectKit')
        if (!portico) return undefined
        for (const name of attributeNames(node))
          source.note(`${name} of ConnectKitProvider is left out: see the table of the documentation's page.`)
        return provider(source, portico, node.children)
      })
    }
    const button = names.get('ConnectKitButton')
    if (button) {
      moved.add('ConnectKitButton')
      replaceElements(source, button, (node) => {
        const main = source.use('@portico/react-ui', 'PorticoButton')
        for (const given of attributeNames(node)) if (given !== 'label') source.note(`${given} of ConnectKitButton is left out.`)
        const label = attribute(node, 'label')
        if (!label || label === true) return several(`<${main} />`)
        return several(`<${main}>${label.type === 'StringLiteral' ? label.value : `{${textOf(label)}}`}</${main}>`)
      })
      if (source.mentions(button)) {
        source.use(module, 'ConnectKitButton', button)
        source.note('ConnectKitButton.Custom is ConnectButton.Custom of @portico/react-ui, which hands other names to what it draws.')
      }
    }
    const modal = names.get('useModal')
    const hookNames = { open: '$.isOpen', setOpen: '(shown: boolean) => (shown ? $.open() : $.close())' }
    if (modal && moveHook(source, modal, { hook: 'useModal', as: 'modal', names: hookNames })) moved.add('useModal')
    keepRest(source, module, names, moved)
  },
})
