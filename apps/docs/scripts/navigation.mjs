// What stands where in the site. A page is a Markdown file of `docs`; one that nobody named here comes last among the guides.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { root } from './places.mjs'

/** @typedef {{ file: string, url: string, title: string, kind: Kind, group: string }} Page */
/** @typedef {'start' | 'guides' | 'move' | 'reference'} Kind */

/** The kinds of pages, in the order of the header. @type {readonly { id: Kind, title: string, lead: string }[]} */
export const kinds = [
  { id: 'start', title: 'Start', lead: 'Install, and a connected wallet in five minutes.' },
  { id: 'guides', title: 'Guides', lead: 'One thing to get done each.' },
  { id: 'move', title: 'Move over', lead: 'From RainbowKit, ConnectKit, AppKit or wallet-adapter.' },
  { id: 'reference', title: 'Reference', lead: 'Every option, hook, event, view and error.' },
]

/** Files in the order in which they are listed, by kind and group. The names are those of files of `docs` without their ending. */
const order = [
  {
    kind: 'start',
    group: 'Start',
    files: ['start/install', 'start/vite', 'start/next', 'start/html', 'start/vue', 'start/frameworks', 'start/headless', 'start/solana'],
  },
  {
    kind: 'guides',
    group: 'In your site',
    files: [
      'buttons',
      'theming',
      'languages',
      'wallets',
      'walletconnect',
      'sign-in',
      'signin-server',
      'content-security-policy',
      'testing',
      'devtools',
    ],
  },
  { kind: 'guides', group: 'Accounts', files: ['embedded', 'smart-accounts', 'sponsoring', 'permissions', 'balances', 'calls'] },
  { kind: 'guides', group: 'Money', files: ['send', 'swap', 'onramp', 'names'] },
  {
    kind: 'guides',
    group: 'Running the services',
    files: ['services', 'relay', 'gateway', 'gateway-providers', 'embedded-operators', 'errors'],
  },
  { kind: 'move', group: 'Move over', files: ['move/rainbowkit', 'move/connectkit', 'move/appkit', 'move/wallet-adapter-react'] },
  { kind: 'reference', group: 'Portico', files: ['versions', 'accounts', 'architecture', 'promises'] },
]

/** @returns {Page[]} every page that is written by hand, in order */
export function writtenPages() {
  const files = readdirSync(`${root}/docs`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.replaceAll('\\', '/').slice(0, -'.md'.length))
  const named = new Set(order.flatMap((one) => one.files))
  const rest = files.filter((file) => !named.has(file) && file !== 'index').toSorted()
  const groups = [...order, { kind: 'guides', group: 'More', files: rest }]
  return groups.flatMap(({ kind, group, files: listed }) =>
    listed
      .filter((file) => existsSync(`${root}/docs/${file}.md`))
      .map((file) => {
        const text = readFileSync(`${root}/docs/${file}.md`, 'utf8')
        const [, title = file] = /^# (.+)$/m.exec(text) ?? []
        const place = kind === 'guides' ? `guides/${file}` : kind === 'reference' ? `reference/${file}` : file
        return { file: `docs/${file}.md`, url: `/${place}/`, title: title.replaceAll('`', ''), kind: /** @type {Kind} */ (kind), group }
      }),
  )
}
