import { keepRest, porticoIn, porticoOf, provider, putPortico, replaceElements, several } from '../portico.mjs'
import { asWritten, attribute, attributeNames, element, statements } from '../source.mjs'

/** @typedef {import('../codemod.mjs').Move} Move @typedef {import('../source.mjs').Node} Node */

const modules = { react: '@solana/wallet-adapter-react', ui: '@solana/wallet-adapter-react-ui' }
/** What was imported of it, by file. @type {WeakMap<object, { react: Map<string, string>, ui: Map<string, string> }>} */
const taken = new WeakMap()

export const walletAdapter = /** @type {Move} */ ({
  mentions: /@solana\/wallet-adapter/,
  leaves: ['@solana/wallet-adapter-react-ui', '@solana/wallet-adapter-wallets', '@solana/wallet-adapter-base'],
  first(source, site) {
    const react = source.take(modules.react)
    const ui = source.take(modules.ui)
    source.take(`${modules.ui}/styles.css`)
    source.visit({
      CallExpression(path) {
        if (path.node.callee.name !== 'require' || path.node.arguments[0]?.value !== `${modules.ui}/styles.css`) return
        if (path.parent.node.type !== 'ExpressionStatement') return
        source.keepComments(path.parent.node.comments ?? [])
        path.parent.prune()
      },
    })
    taken.set(source, { react, ui })
    if (!react.has('WalletProvider')) return
    const network = source.use('@portico/adapter-solana/networks', 'solana', 'solanaMainnet')
    const adapter = `${source.use('@portico/adapter-solana', 'solana')}({ networks: [${network}] })`
    putPortico(source, site, undefined, porticoOf(source, { preset: 'walletAdapter', adapter }))
    source.note('The portico is on mainnet, by its public node: name your networks and rpcUrls in solana({ … }).')
  },
  then(source, site) {
    const { react, ui } = taken.get(source) ?? { react: new Map(), ui: new Map() }
    const outer = react.get('WalletProvider')
    const modal = ui.get('WalletModalProvider')
    if (modal) replaceElements(source, modal, (node) => Object.assign(several('<></>'), { children: asWritten(node.children) }))
    if (outer)
      replaceElements(source, outer, (node) => {
        const portico = porticoIn(source, site)
        if (!portico) return undefined
        const wallets = attribute(node, 'wallets')
        if (wallets && !(wallets.type === 'ArrayExpression' && wallets.elements.length === 0))
          source.note(
            'Wallets of the Wallet Standard are found by themselves; others: solana({ wallets: [walletAdapter(new XAdapter())] }).',
          )
        if (attribute(node, 'onError')) source.note('onError is left out: each action rejects with an error of its own.')
        return provider(source, portico, unwrapped(node.children))
      })
    const buttons = { WalletMultiButton: 'PorticoButton', WalletModalButton: 'ConnectButton', WalletConnectButton: 'ConnectButton' }
    for (const [name, own] of Object.entries(buttons)) {
      const local = ui.get(name)
      if (!local) continue
      replaceElements(source, local, (node) => {
        for (const given of attributeNames(node)) source.note(`${given} of ${name} is left out.`)
        const made = source.use('@portico/react-ui', own)
        return node.children.length > 0 ? element(made, node.children) : several(`<${made} />`)
      })
    }
    const hook = react.get('useWallet')
    if (hook && source.mentions(hook)) {
      const make = `${source.use('@portico/react-ui/wallet-adapter', 'walletHook')}(${source.use('@portico/adapter-solana/web3js', 'createWeb3jsSigner')})`
      const { body } = source.program
      const last = body.findLastIndex((/** @type {Node} */ node) => node.type === 'ImportDeclaration')
      body.splice(last + 1, 0, ...statements(`const ${hook} = ${make}`))
    }
    // A connection is nothing of a wallet's: its provider and its hook stay.
    for (const name of ['ConnectionProvider', 'useConnection']) {
      const local = react.get(name)
      if (local && source.mentions(local)) source.use(modules.react, name, local)
    }
    const moved = new Set([
      'WalletProvider',
      'useWallet',
      'ConnectionProvider',
      'useConnection',
      'WalletModalProvider',
      ...Object.keys(buttons),
    ])
    keepRest(source, modules.react, react, moved)
    keepRest(source, modules.ui, ui, moved)
  },
})

/** What stood in a fragment that was nothing but a provider's place. @returns {Node[]} */
function unwrapped(/** @type {readonly Node[]} */ children) {
  return children.flatMap((child) => (child.type === 'JSXFragment' ? child.children : [child]))
}
