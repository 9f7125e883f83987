// `pnpm bench [pages…] [flags]`: packs our packages, installs every page, measures, and compares with the targets.
//   --stages=bytes,ssr,offline,a11y   only these (default: all; these four are exact and take about two minutes)
//   --reps=7 --early=5 --profiles=1x,4x   loads of each page per profile, as in run.mjs
//   --keep    writes results.json and results.md of this folder, which are committed; otherwise they go to .tmp
//   --no-pack measures what is installed
import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { createProcesses, onInterrupt } from '../scripts/lib/processes.mjs'
import { installHarness, installPage, packTarballs, pages } from './lib/install.mjs'
import { check } from './targets.mjs'

const root = import.meta.dirname
const args = process.argv.slice(2)
const named = args.filter((arg) => !arg.startsWith('-'))
const flags = args.filter((arg) => arg.startsWith('--') && arg.includes('='))
const out = args.includes('--keep') ? 'results.json' : '.tmp/results.json'
const apps = named.length ? named : pages()

const unknown = named.filter((app) => !pages().includes(app))
if (unknown.length) {
  console.error(`No page ${unknown.join(', ')}. There are: ${pages().join(', ')}`)
  process.exit(2)
}

const processes = createProcesses()
onInterrupt(processes.stopAll)
try {
  if (!args.includes('--no-pack')) {
    await packTarballs(processes)
    await installHarness(processes)
    for (const app of apps) await installPage(processes, app)
  }
  // A run of all pages is not mixed with an older one: ratios hold within one run.
  if (named.length === 0) rmSync(path.join(root, out), { force: true })
  const { code } = await processes.run(process.execPath, ['run.mjs', ...named, ...flags, `--out=${out}`], { cwd: root })
  if (code !== 0 || !existsSync(path.join(root, out))) throw new Error('The run did not finish.')
  process.exitCode = judge() ? 0 : 1
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}

function judge() {
  const results = JSON.parse(readFileSync(path.join(root, out), 'utf8'))
  console.log(`\n${readFileSync(path.join(root, out.replace(/json$/, 'md')), 'utf8')}`)
  const rows = check(results)
  const width = (key) => Math.max(...rows.map((row) => row[key].length), 0)
  for (const row of rows) {
    const verdict = row.ok ? 'ok  ' : row.asserted ? 'FAIL' : 'over'
    console.log([verdict, ...['app', 'what', 'target', 'measured'].map((key) => row[key].padEnd(width(key)))].join('  ').trimEnd())
  }
  const failed = rows.filter(({ ok, asserted }) => !ok && asserted)
  const over = rows.filter(({ ok, asserted }) => !ok && !asserted)
  console.log(`\n${rows.length - failed.length - over.length} targets met, ${over.length} reported over, ${failed.length} failed`)
  return failed.length === 0
}
