// Where docs/promises.md is not true: `node scripts/promises.mjs`. With `--update` the packages behind each promise are written anew, from
// the tests' titles, and SECURITY.md's lists of what is not shown and not counted.
import { readFileSync, writeFileSync } from 'node:fs'
import { counted, listProblems, promisesFile, readPromises, securityFile, shownIn, withCoverage, withShown } from './lib/promise-list.mjs'

const shown = shownIn()
if (process.argv.includes('--update')) {
  writeFileSync(promisesFile, withShown(readPromises(), shown))
  writeFileSync(securityFile, withCoverage(readFileSync(securityFile, 'utf8'), readPromises(), counted()))
}
const problems = listProblems(readPromises(), shown)
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
