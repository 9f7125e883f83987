import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { policyFor } from './src/policy.js'

const pages = [
  'index',
  'headless',
  'wagmi',
  'csp',
  'hostile',
  'twice',
  'members',
  'ssr',
  'explorer',
  'walletadapter',
  'satsconnect',
  'phone',
  'phone/wc',
]

const {
  VITE_PORTICO_RELAY: relay = 'ws://127.0.0.1:5555',
  VITE_PORTICO_API: gateway = 'http://127.0.0.1:9100',
  VITE_PORTICO_SECURE_SITE: secureSite = 'http://secure.localhost:9301',
} = process.env

/**
 * As little as a page can live on: no policy may be made. Of everything that is not its own it names the relay, the gateway, where
 * wallets' pictures come from, and the embedded wallet's origin; the other addresses are nodes of local chains.
 */
const strictPolicy =
  `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: ${gateway}; ` +
  `connect-src 'self' ${relay} ${gateway} http://127.0.0.1:*; frame-src ${secureSite}; ` +
  "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

/** Puts the policy into each built page. The development server needs inline scripts and styles, and goes without. */
function contentSecurityPolicy(): Plugin {
  return {
    name: 'meridian:content-security-policy',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { path }) => [
        {
          tag: 'meta',
          attrs: { 'http-equiv': 'Content-Security-Policy', content: path.endsWith('/csp.html') ? strictPolicy : policyFor(process.env) },
          injectTo: 'head-prepend',
        },
      ],
    },
  }
}

const ofPackages = /[\\/](packages|node_modules)[\\/]/

/** Names the file of all that a module imports, but for what is imported later: of the packages' sources there would be a hundred files. */
function allOf(name: string, root: string) {
  let known: Set<string> | undefined
  return (id: string, graph: { getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null }) => {
    if (!known) {
      known = new Set([fileURLToPath(new URL(root, import.meta.url))])
      for (const each of known) for (const next of graph.getModuleInfo(each)?.importedIds ?? []) known.add(next)
    }
    return known.has(id) ? name : null
  }
}

const conditions = ['@portico/source', 'module', 'browser', 'development|production']

export default defineConfig({
  appType: 'mpa',
  plugins: [react(), contentSecurityPolicy()],
  resolve: {
    conditions,
    alias: { '@solana-mobile/wallet-adapter-mobile': fileURLToPath(new URL('src/independent/noMobile.ts', import.meta.url)) },
  },
  // A folder of its own for each: the pages, and what renders one of them on a server.
  builder: {},
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        rolldownOptions: {
          input: Object.fromEntries(pages.map((page) => [page, `${page}.html`])),
          checks: { moduleLevelDirective: false }, // 'use client' means nothing here
          output: {
            codeSplitting: {
              groups: [
                { name: allOf('base', 'src/pages/main.tsx'), debugName: 'base', test: ofPackages },
                { name: allOf('first', '../../packages/react-ui/src/modal/first.ts'), debugName: 'first', test: ofPackages },
              ],
            },
          },
        },
      },
    },
    ssr: {
      resolve: { conditions: ['@portico/source', 'module', 'node', 'development|production'] },
      build: {
        outDir: 'dist/server',
        copyPublicDir: false,
        rolldownOptions: { input: 'src/ssr/render.tsx', checks: { moduleLevelDirective: false } },
      },
    },
  },
  build: {
    outDir: 'dist/client',
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
})
