// Mutation testing of what security.md promises a score for: `node scripts/mutation.mjs [group]`. Not part of the checks.
/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutation.config.ts', related: true },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  timeoutMS: 10_000,
  disableTypeChecks: false,
  ignoreStatic: true,
  tempDirName: '.stryker-tmp',
  ignorePatterns: [
    '.turbo',
    'bench',
    'docs',
    'e2e',
    'reports',
    'test-results',
    'tests',
    '**/dist',
    'apps/demo',
    'apps/storybook',
    'packages/react-ui',
  ],
  jsonReporter: { fileName: process.env.PORTICO_MUTATION_REPORT ?? 'reports/mutation/mutation.json' },
  reporters: ['json', 'clear-text'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
}
