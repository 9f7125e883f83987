// The hosts, and how each is built and served. A run is one way of serving the same installed project.

/**
 * @typedef {object} Run
 * @property {string} name
 * @property {string[][]} [build] commands; the first word is a program of the project
 * @property {string[]} [serve] the command that serves, with PORT for the port, which its environment has, too; without one, `dist` is served under a strict policy
 * @property {boolean} [all] with every chain family, WalletConnect and the embedded wallet: opened and counted, not walked through
 * @property {boolean} [services] with what its own `npm run services` starts
 * @property {'headless' | 'solana' | 'members' | 'login'} [visit] what a visitor does, where it is not the walk through the modal with a wallet of EVM chains
 *
 * @typedef {object} Host
 * @property {string} name also of its folder under `hosts`
 * @property {string} title
 * @property {string[]} layers folders under `layers`, copied in order
 * @property {string} [template] of create-portico, in the place of layers
 * @property {string[]} [install] headings of docs/start/install.md, whose commands install our packages
 * @property {Record<string, string>} [env] while it is built and run
 * @property {Run[]} [runs] in a browser
 * @property {string[][]} [commands] of a host without a page
 * @property {boolean} [inTest] part of `pnpm test`
 */

const plain = ['EVM chains, in React']
const besideWagmi = ['EVM chains, beside wagmi']
const every = [...plain, 'Solana', 'Bitcoin', 'WalletConnect', 'Login by e-mail and social accounts']

/** @type {Run} */
const viteBuilt = { name: 'production', build: [['vite', 'build']] }
/** @type {Run} */
const viteServed = { name: 'development', serve: ['vite', '--port', 'PORT', '--strictPort', '--host', '127.0.0.1'] }
/** @type {Run} */
const viteAll = { ...viteBuilt, name: 'everything', all: true }
const reactRouterServed = ['react-router-serve', 'build/server/index.js']
const astroServed = (/** @type {string} */ way) => ['astro', way, '--port', 'PORT', '--host', '127.0.0.1']

/** @type {readonly Host[]} */
export const hosts = [
  { name: 'vite-react19', title: 'Vite, React 19', layers: ['site', 'vite'], install: every, runs: [viteBuilt, viteServed, viteAll] },
  // React 18 runs every effect twice under StrictMode in development: what is not undone properly shows there.
  {
    name: 'vite-react18',
    title: 'Vite, React 18.3',
    layers: ['site', 'vite'],
    install: every,
    runs: [viteServed, viteBuilt, viteAll],
    inTest: true,
  },
  { name: 'vite-react18.2', title: 'Vite, React 18.2', layers: ['site', 'vite'], install: every, runs: [viteServed, viteBuilt] },
  // Of `@wagmi/connectors` the host has an empty stand-in: wagmi 2's brings wallets' SDKs under licences that are not ours to take.
  {
    name: 'wagmi2',
    title: 'wagmi 2.19, React 18.3',
    layers: ['site', 'vite', 'wagmi'],
    install: besideWagmi,
    runs: [viteBuilt, viteServed],
    inTest: true,
  },
  { name: 'wagmi3', title: 'wagmi 3.7, React 19', layers: ['site', 'vite', 'wagmi'], install: besideWagmi, runs: [viteBuilt, viteServed] },
  {
    name: 'next',
    title: 'Next 16, React 19',
    layers: ['site', 'next'],
    install: every,
    runs: [
      { name: 'Turbopack', build: [['next', 'build']], serve: ['next', 'start', '-p', 'PORT', '-H', '127.0.0.1'] },
      { name: 'Turbopack, everything', build: [['next', 'build']], serve: ['next', 'start', '-p', 'PORT', '-H', '127.0.0.1'], all: true },
      { name: 'Turbopack, development', serve: ['next', 'dev', '-p', 'PORT', '-H', '127.0.0.1'] },
      { name: 'webpack', build: [['next', 'build', '--webpack']], serve: ['next', 'start', '-p', 'PORT', '-H', '127.0.0.1'] },
    ],
  },
  {
    name: 'next-signin',
    title: 'Next 16, sign-in on its server',
    layers: [],
    install: ['Signing in to your server'],
    commands: [
      ['next', 'build'],
      ['node', 'signIn.mjs'],
    ],
  },
  {
    name: 'webpack5',
    title: 'webpack 5, React 19',
    layers: ['site', 'webpack'],
    install: every,
    runs: [
      { name: 'production', build: [['webpack', '--mode', 'production']] },
      { name: 'everything', build: [['webpack', '--mode', 'production']], all: true },
      { name: 'development', build: [['webpack', '--mode', 'development', '--devtool', 'false']] },
    ],
  },
  {
    name: 'rspack',
    title: 'Rspack, React 19',
    layers: ['site', 'rspack'],
    install: every,
    runs: [
      { name: 'production', build: [['rspack', 'build', '--mode', 'production']] },
      { name: 'everything', build: [['rspack', 'build', '--mode', 'production']], all: true },
    ],
  },
  {
    name: 'react-router',
    title: 'React Router 7 with its server',
    layers: ['site', 'react-router'],
    install: every,
    runs: [
      { name: 'production', build: [['react-router', 'build']], serve: reactRouterServed },
      { name: 'everything', build: [['react-router', 'build']], serve: reactRouterServed, all: true },
      { name: 'development', serve: ['react-router', 'dev', '--port', 'PORT', '--strictPort', '--host', '127.0.0.1'] },
    ],
  },
  {
    name: 'astro',
    title: 'Astro 5, an island',
    layers: ['site', 'astro'],
    install: every,
    env: { ASTRO_TELEMETRY_DISABLED: '1' },
    runs: [
      { name: 'production', build: [['astro', 'build']], serve: astroServed('preview') },
      { name: 'everything', build: [['astro', 'build']], serve: astroServed('preview'), all: true },
      { name: 'development', serve: astroServed('dev') },
    ],
  },
  { name: 'vue', title: 'Vue 3 around React 19', layers: ['site', 'vite', 'vue'], install: plain, runs: [viteBuilt] },
  {
    name: 'html',
    title: 'HTML around React 19, esbuild',
    layers: ['site', 'html'],
    install: plain,
    runs: [
      {
        name: 'production',
        build: [
          [
            'esbuild',
            'src/main.js',
            '--bundle',
            '--splitting',
            '--format=esm',
            '--outdir=dist',
            '--minify',
            '--jsx=automatic',
            '--log-level=warning',
          ],
        ],
      },
    ],
  },
  {
    name: 'node',
    title: 'require() and Jest',
    layers: ['node'],
    install: [...every, 'Tests'],
    commands: [
      ['node', 'require.cjs'],
      ['jest', '--ci'],
    ],
  },
  // What `npm create portico` writes.
  ...['vite', 'plain', 'vue'].map((template) => made(template, [viteBuilt])),
  made('headless', [{ ...viteBuilt, visit: 'headless' }]),
  made('solana', [{ ...viteBuilt, visit: 'solana' }]),
  made('full-stack', [
    { name: 'production', build: [['vite', 'build']], serve: ['node', 'server/main.mjs', '--port', 'PORT'], visit: 'members' },
    { name: 'development', serve: ['node', 'server/main.mjs', '--dev', '--port', 'PORT'], visit: 'members' },
    { name: 'development, with its services', serve: ['npm', 'run', 'dev'], services: true, visit: 'login' },
  ]),
  made('next', [{ name: 'Turbopack', build: [['next', 'build']], serve: ['next', 'start', '-p', 'PORT', '-H', '127.0.0.1'] }]),
]

/** @returns {Host} a site of a template, whose nodes are those of the walk */
function made(/** @type {string} */ template, /** @type {Run[]} */ runs) {
  const env = { VITE_RPC_URL: 'https://rpc.host.test', NEXT_PUBLIC_RPC_URL: 'https://rpc.host.test' }
  return { name: `create-${template}`, title: `create-portico, ${template}`, template, layers: [], runs, env, inTest: template === 'vite' }
}
