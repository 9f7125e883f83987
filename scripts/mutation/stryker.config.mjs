import { fileURLToPath } from 'node:url'

// Mutation testing of what is promised with a score: `node scripts/mutation.mjs [group]`. Not part of the checks.
export default {
  testRunner: 'in-place',
  plugins: [fileURLToPath(new URL('inPlace.mjs', import.meta.url))],
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // What goes round in circles is stopped by how often it does: a busy machine is no reason to count a mutant as found.
  timeoutMS: 60_000,
  dryRunTimeoutMinutes: 20,
  disableTypeChecks: false,
  ignoreStatic: true,
  tempDirName: '.stryker-tmp',
  ignorePatterns: [
    '.turbo',
    'bench',
    'docs',
    'e2e',
    'test-results',
    'tests',
    '**/dist',
    'apps/demo',
    'apps/storybook',
    'packages/react-ui',
    'packages/ui',
  ],
  jsonReporter: { fileName: process.env.PORTICO_MUTATION_REPORT ?? '.ci/out/mutation/mutation.json' },
  reporters: ['json', 'clear-text'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
}
