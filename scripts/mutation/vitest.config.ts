import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** The unit tests without those of many runs, which would be made again for each mutant, and without processes of their own. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  ssr: { resolve: { conditions: ['@portico/source', 'module', 'node', 'development|production'] } },
  test: {
    include: ['packages/embedded/src/**/*.test.ts', 'apps/secure-site/src/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/*.browser.test.tsx', '**/chain.test.ts'],
    testNamePattern: /^(?!.*(\d,000|\d 000|parallel|kill))/,
    testTimeout: 30_000,
  },
})
