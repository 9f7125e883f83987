import { fileURLToPath } from 'node:url'
import { type Plugin, defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Where this is a copy that is mutated, the tree that it was taken of. */
const original = root.replace(/\.stryker-tmp\/.*$/, '')

/** Links between packages lead out of the copy, where nothing is mutated: back into it. */
const stayInside: Plugin = {
  name: 'stay-inside',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    if (root === original || !source.startsWith('@portico/')) return null
    const found = await this.resolve(source, importer, { ...options, skipSelf: true })
    return found && !found.id.startsWith(root) ? { ...found, id: found.id.replace(original, root) } : found
  },
}

/**
 * The group's unit tests without those of many runs, which would be made again for each mutant, without processes or browsers of their
 * own, without those of size, and on one database.
 */
export default defineConfig({
  root,
  plugins: [stayInside],
  ssr: { resolve: { conditions: ['@portico/source', 'module', 'node', 'development|production'] } },
  test: {
    include: ['scripts/mutation/all.test.ts'],
    setupFiles: [`${root}scripts/lib/test-clock.mjs`],
    testNamePattern: /^(?!.*(\d,000(?! ms)|\d 000|parallel|kill|kB|on Postgres|makes a text of))/,
    // What waits for ever is stopped by this alone, and no test takes a tenth of it.
    testTimeout: 10_000,
    hookTimeout: 60_000,
  },
})
