// Where docs/promises.md is not true: `node scripts/promises.mjs`. With `--update` the packages behind each promise are written anew, from the tests' titles.
import { writeFileSync } from 'node:fs'
import { listProblems, promisesFile, readPromises, shownIn, withShown } from './lib/promise-list.mjs'

const shown = shownIn()
if (process.argv.includes('--update')) writeFileSync(promisesFile, withShown(readPromises(), shown))
const problems = listProblems(readPromises(), shown)
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
