// `node tests/interop/versions.mjs [--at-once=6] [--updates=100] [--only=2.11.0,2.21.8]`: forty steps of Portico's client with each official version,
// both ways round, on a relay with a file and on two over Redis, and what two official ones do among themselves. Writes the table of
// docs/walletconnect.md, and fails where a step of ours fails that passes between official ones. A run takes some minutes: for the night. With `--only` the other
// versions stay in the table as they are. `--from=results.json` writes the table of a run that was cut short.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { values } = parseArgs({
  options: {
    'at-once': { type: 'string', default: '6' },
    updates: { type: 'string', default: '100' },
    only: { type: 'string' },
    from: { type: 'string' },
  },
})
const committed = path.join(root, 'tests/interop/official')
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-versions-'))
const results = path.join(scratch, 'results.json')
const docs = path.join(root, 'docs/walletconnect.md')
const begin = '<!-- versions: written by tests/interop/versions.mjs -->'
const end = '<!-- /versions -->'

/** @param {string} command @param {readonly string[]} args */
function run(command, args, env = {}, cwd = root) {
  const { status } = spawnSync(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } })
  return status === 0
}

/** The official versions, installed where no other program finds them. */
function install() {
  const folder = path.join(os.tmpdir(), 'portico-interop-official')
  fs.mkdirSync(folder, { recursive: true })
  for (const name of ['package.json', 'package-lock.json']) fs.copyFileSync(path.join(committed, name), path.join(folder, name))
  const isThere = run('npm', ['ls', '--silent'], { NODE_OPTIONS: '' }, folder)
  if (!isThere && !run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { NODE_OPTIONS: '' }, folder))
    throw new Error('The official versions could not be installed.')
  if (!values.only) return folder
  const wanted = values.only.split(',').map((version) => `v${version}`)
  const manifest = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'))
  const dependencies = Object.fromEntries(Object.entries(manifest.dependencies).filter(([name]) => wanted.includes(name)))
  fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ ...manifest, dependencies }))
  return folder
}

/** @typedef {{ version: string, storage: string, way: string, outcomes: readonly (string | { failed: string })[] }} Row */

/** @param {readonly Row[]} rows @param {string} told the table so far: versions that were not run now stay as they are told */
function table(rows, told) {
  const isPart = values.only !== undefined
  const storages = ['SQLite', 'Redis'].filter((storage) => isPart || rows.some((row) => row.storage === storage))
  const ways = ['ours to official', 'official to ours', 'official to official']
  const heads = {
    'ours to official': 'our site, its wallet',
    'official to ours': 'its site, our wallet',
    'official to official': 'its own, both',
  }
  const places = { SQLite: 'one relay, SQLite', Redis: 'two relays, Redis' }
  const columns = storages.flatMap((storage) => ways.map((way) => ({ storage, way })))
  const count = ({ outcomes }) => {
    const there = outcomes.filter((outcome) => outcome !== 'not there')
    return `${there.filter((outcome) => outcome === 'ok').length} of ${there.length}`
  }
  const before = new Map(isPart ? Array.from(told.matchAll(/^\| (\d\S*) +\|.*$/gm), ([line, version]) => [version ?? '', line]) : [])
  const run = new Set(rows.map(({ version }) => version))
  const versions = [...new Set([...before.keys(), ...run])].sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
  const lines = versions.map((version) => {
    if (!run.has(version)) return before.get(version) ?? ''
    const cells = columns.map(({ storage, way }) => {
      const row = rows.find((one) => one.version === version && one.storage === storage && one.way === way)
      return row ? count(row) : '–'
    })
    return `| ${[version, ...cells].join(' | ')} |`
  })
  return [
    `| sign-client | ${columns.map(({ storage, way }) => `${places[storage]}: ${heads[way]}`).join(' | ')} |`,
    `| --- |${' ---: |'.repeat(columns.length)}`,
    ...lines,
  ].join('\n')
}

/** Steps that fail with ours, and pass among official ones of the same version on the same storage. @param {readonly Row[]} rows */
function behind(rows) {
  return rows.flatMap((row) => {
    if (row.way === 'official to official') return []
    const theirs = rows.find(
      ({ version, storage, way }) => version === row.version && storage === row.storage && way === 'official to official',
    )
    return row.outcomes.flatMap((outcome, at) =>
      typeof outcome === 'object' && theirs?.outcomes[at] === 'ok'
        ? [`${row.version}, ${row.storage}, ${row.way}, step ${at + 1}: ${outcome.failed}`]
        : [],
    )
  })
}

try {
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
  if (values.from) fs.copyFileSync(values.from, results)
  else
    run(process.execPath, [vitest, 'run', '--project', 'unit-registry', 'tests/interop/versions'], {
      PORTICO_INTEROP_VERSIONS: install(),
      PORTICO_INTEROP_RESULTS: results,
      PORTICO_INTEROP_AT_ONCE: values['at-once'],
      PORTICO_INTEROP_UPDATES: values.updates,
    })
  /** @type {readonly Row[]} */
  const rows = JSON.parse(fs.readFileSync(results, 'utf8'))
  const text = fs.readFileSync(docs, 'utf8')
  const [before, after] = [text.slice(0, text.indexOf(begin) + begin.length), text.slice(text.indexOf(end))]
  const of = rows.flatMap(({ version, storage, way, outcomes }) =>
    outcomes.flatMap((outcome, at) =>
      typeof outcome === 'object' ? [`- ${version}, ${storage}, ${way}, step ${at + 1}: ${outcome.failed}`] : [],
    ),
  )
  console.log(of.join('\n') || 'No step failed.')
  const told = text.slice(before.length, text.length - after.length)
  fs.writeFileSync(docs, `${before}\n\n${table(rows, told)}\n\n${after}`)
  const worse = behind(rows)
  if (worse.length > 0) console.error(`Ours fails where official ones do not:\n${worse.join('\n')}`)
  process.exitCode = worse.length > 0 ? 1 : 0
} finally {
  fs.rmSync(scratch, { recursive: true, force: true })
}
