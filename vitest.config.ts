import { fileURLToPath } from 'node:url'
import { storybookTest } from '@storybook/addon-vitest/vitest-plugin'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { launchOptions } from './scripts/browser.mjs'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The source of a workspace package comes before its build. The list replaces Vite's own, so the rest of that is repeated. */
const conditions = (platform: 'node' | 'browser') => ['@portico/source', 'module', platform, 'development|production']

/** A function, not a constant: vitest renames the instance, so two projects must not share one. */
const browser = () => ({
  enabled: true,
  headless: true,
  screenshotFailures: false,
  provider: playwright({ launchOptions: launchOptions() }),
  instances: [{ browser: 'chromium' as const }],
})

/** Known before the first test: a dependency that is found during a run reloads the page and fails the test it finds there. */
const optimizeDeps = {
  include: [
    'react',
    'react-dom',
    'react-dom/client',
    'react/jsx-runtime',
    'react/jsx-dev-runtime',
    '@portico/core > zod/mini',
    '@portico/core > zustand/vanilla',
    '@portico/core > @tanstack/query-core',
    '@portico/react-ui > @lingui/core',
    '@portico/react-ui > qr/decode.js',
    '@portico/react-ui > storybook/test',
    '@portico/testing > viem',
    '@portico/testing > viem/accounts',
  ],
}

/** Core's tests stop the clock: they share a worker with each other alone. */
const onStoppedClock = ['packages/core/src/**/*.test.ts']
/** These files have a page of their own each: wallets register with it for good (Wallet Standard), and WalletConnect's official client looks for its relay for ever. */
const withRegistry = [
  'packages/{adapter-solana,adapter-bitcoin,testing,walletconnect}/src/**/*.test.{ts,tsx}',
  'apps/relay/src/**/*.test.ts',
  'tests/**/*.test.ts',
  // Puts its own in the place of modules that other files share.
  'apps/secure-site/src/server/wallet/overwritten.test.ts',
]
/** It puts its own in the place of a module that other files share. */
const withOwnPage = ['packages/react-ui/src/features/onramp/exchange.browser.test.tsx']
const notUnit = ['**/node_modules/**', '**/dist/**', '**/*.browser.test.tsx']
/** In Firefox, which the checks do not install (240 MB): `pnpm browsers` runs these. */
const inFirefox = ['tests/push/**/*.test.ts']
/** Where the EVM adapter meets wagmi. */
const onWagmi = ['packages/adapter-evm/src/{evm,listen/listen,implementation/errors,calls/wagmi}.test.ts']
/** A machine that is shared now and then stalls. */
const patience = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 20_000 } } }
const setupFiles = [at('scripts/lib/test-clock.mjs')]

/** Where both sides end a session at once, WalletConnect's official client looks for what it has just forgotten, in promises that nobody holds. */
const isTheirs = ({ message = '', stack = '' }: { readonly message?: string; readonly stack?: string }) =>
  message.includes('Record was recently deleted') && stack.includes('/@walletconnect/sign-client/')

export default defineConfig({
  test: {
    onUnhandledError: (error) => !isTheirs(error),
    projects: [
      {
        ssr: { resolve: { conditions: conditions('node') } },
        test: {
          name: 'unit',
          include: [
            '{packages,apps}/*/src/**/*.test.{ts,tsx}',
            'tests/**/*.test.ts',
            'scripts/**/*.test.mjs',
            'packages/{create-portico,codemod}/src/*.test.mjs',
          ],
          exclude: [...notUnit, ...onStoppedClock, ...withRegistry],
          // Files share what they import, which runs nothing when it is imported: loading viem for each took a third of the time.
          isolate: false,
          ...patience,
          setupFiles,
          typecheck: {
            enabled: true,
            checker: 'tsc',
            include: ['packages/*/src/**/*.test-d.ts'],
            tsconfig: at('tests/tsconfig.types.json'),
          },
        },
      },
      {
        ssr: { resolve: { conditions: conditions('node') } },
        test: { name: 'unit-core', include: onStoppedClock, exclude: notUnit, isolate: false, ...patience, setupFiles },
      },
      {
        ssr: { resolve: { conditions: conditions('node') } },
        test: { name: 'unit-registry', include: withRegistry, exclude: [...notUnit, ...inFirefox], ...patience, setupFiles },
      },
      {
        ssr: { resolve: { conditions: conditions('node') } },
        test: { name: 'firefox', include: inFirefox, ...patience, setupFiles },
      },
      {
        // The adapter again, on the other release line of wagmi that it supports.
        resolve: { alias: { '@wagmi/core': '@wagmi/core-2' } },
        ssr: { resolve: { conditions: conditions('node') } },
        test: { name: 'unit-wagmi-2', include: onWagmi, isolate: false, ...patience, setupFiles },
      },
      {
        resolve: { conditions: conditions('browser') },
        plugins: [react()],
        optimizeDeps,
        test: {
          name: 'browser',
          include: ['packages/*/src/**/*.browser.test.tsx'],
          exclude: ['**/node_modules/**', ...withOwnPage],
          // Files share a page, which loads each module once: a page for each file took three quarters of the work.
          isolate: false,
          testTimeout: 30_000,
          browser: browser(),
        },
      },
      {
        resolve: { conditions: conditions('browser') },
        plugins: [react()],
        optimizeDeps,
        test: { name: 'browser-isolated', include: withOwnPage, testTimeout: 30_000, browser: browser() },
      },
      {
        root: at('apps/storybook'),
        // Some stories show another one in a frame, which is a page of the catalogue's: the pictures' run visits those.
        plugins: [storybookTest({ configDir: at('apps/storybook/.storybook'), tags: { exclude: ['in-catalogue'] } })],
        test: { name: 'storybook', testTimeout: 30_000, browser: browser() },
      },
    ],
  },
})
