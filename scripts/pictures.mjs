// Every story once: its play function, axe, and its pictures in light and dark against those in e2e/screenshots.
// `node scripts/pictures.mjs` compares, `node scripts/pictures.mjs --update` takes them anew; a pattern chooses stories: `… --update '^views-network'`.
import { createProcesses, onInterrupt } from './lib/processes.mjs'
import { at, environment, root } from './lib/workspace.mjs'

const processes = createProcesses({ graceMs: 5000 })
onInterrupt(() => processes.stopAll())

const given = process.argv.slice(2)
const isUpdating = given.includes('--update')
const [pattern] = given.filter((argument) => !argument.startsWith('-'))
const NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --conditions=@portico/source`.trim()

// Built anew, so that what is seen is the code of now.
const storybook = at('apps/storybook')
const built = await processes.run(
  at('apps/storybook/node_modules/.bin/storybook'),
  ['build', '-o', at('apps/storybook/node_modules/.cache/visual'), '--quiet', '--disable-telemetry'],
  { cwd: storybook, env: environment(), quiet: true },
)
if (built.code !== 0) {
  console.error(built.output)
  process.exit(built.code)
}
const { code } = await processes.run(
  at('node_modules/.bin/playwright'),
  ['test', '-c', 'e2e/visual', ...(isUpdating ? ['--update-snapshots=all'] : [])],
  { cwd: root, env: { ...environment(), NODE_OPTIONS, ...(pattern ? { PORTICO_STORIES: pattern } : {}) } },
)
process.exitCode = code
