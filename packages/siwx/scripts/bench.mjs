// How long a sign-in takes to verify, of each chain family, and how many a server does in a second with SQLite on a file.
//   node scripts/bench.mjs [--keep] [--runs=200] [--sign-ins=1200] [--at-once=16]
// Fails where a server of two processes, on a machine of two cores, does fewer than 200 a second. Client, servers and the local chain
// share the machine, so the numbers are too low rather than too high. `--keep` writes bench/siwx.results.json and .md.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { bundle } from '@portico/service/bundle'

/** Sign-ins a second that two cores have to do. */
const floor = 200
const root = new URL('..', import.meta.url)
const external = ['@foundry-rs/anvil', 'solc']
const flag = (name, usual) => Number(process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1] ?? usual)

const { startChain, measureVerification, measureCommit, measureRate } = await import(
  await bundle(root, 'src/server/test/bench/measure.ts', { external })
)
const server = fileURLToPath(await bundle(root, 'src/server/test/bench/server.ts', { external }))
const folder = mkdtempSync(join(tmpdir(), 'portico-siwx-bench-'))
const chain = await startChain()
const children = []
const load = [loadavg()[0]]
try {
  const times = await measureVerification(chain.url, flag('runs', 200))
  const commit = await measureCommit(join(folder, 'commits.db'))
  const rates = []
  for (const count of [1, 2]) {
    const servers = []
    for (let index = 0; index < count; index++) servers.push(await startServer(join(folder, `${count}.db`)))
    rates.push(...(await measureRate(chain.url, servers, { signIns: flag('sign-ins', 1200), atOnce: flag('at-once', 16) })))
    await Promise.all(children.splice(0).map(end))
  }
  load.push(loadavg()[0])
  report({ machine: { cores: cpus().length, model: cpus()[0]?.model, node: process.version }, load, commit, floor, times, rates })
} finally {
  await Promise.all(children.map(end))
  await chain.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function startServer(file) {
  const child = spawn(process.execPath, [server, file, chain.url], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  children.push(child)
  const [port] = await once(createInterface(child.stdout), 'line')
  const worked = async () => {
    child.send('work')
    const [milliseconds] = await once(child, 'message')
    return milliseconds
  }
  return { url: `http://127.0.0.1:${port}`, worked }
}

async function end(child) {
  const ended = once(child, 'exit')
  child.kill()
  await ended
}

function report(results) {
  const { machine, times, rates } = results
  const best = Math.max(...rates.filter(({ name }) => name.startsWith('keys')).map(({ perSecond }) => perSecond))
  const isMet = best >= floor
  const lines = [
    '# Sign-in: measured on a server',
    '',
    `${machine.cores} shared cores (${machine.model}), Node ${machine.node}, load ${results.load.map((each) => each.toFixed(1)).join(' before and ')} after. Written by \`pnpm bench:siwx --keep\`. Client, servers and the local chain share the cores, so the figures are too low rather than too high. SQLite is on a file, and a commit is on the disk when it returns: that took ${results.commit.toFixed(1)} ms, of which each sign-in waits for two.`,
    '',
    '| What | Target | Measured | Met |',
    '| --- | ---: | ---: | ---: |',
    `| sign-ins a second on two cores, SQLite | ≥ ${floor} | ${best} | ${isMet ? 'yes' : 'no'} |`,
    '',
    '## One verification',
    '',
    'Text, rules and signature, one after the other; for Ethereum with what has to be asked of a node on the same machine.',
    '',
    '| Account | p50 | p95 |',
    '| --- | ---: | ---: |',
    ...times.map(({ name, p50, p95 }) => `| ${name} | ${p50.toFixed(1)} ms | ${p95.toFixed(1)} ms |`),
    '',
    '## Sign-ins in a second',
    '',
    'Over HTTP, with the nonce deleted before and the session stored behind. Nonces are fetched, and texts signed, before the clock runs.',
    '',
    '| Accounts | Processes | A second | p50 | p95 | work of a core |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...rates.map(
      ({ name, processes, perSecond, p50, p95, work }) =>
        `| ${name} | ${processes} | ${perSecond} | ${p50.toFixed(0)} ms | ${p95.toFixed(0)} ms | ${work.toFixed(1)} ms |`,
    ),
    '',
  ]
  console.log(lines.join('\n'))
  if (process.argv.includes('--keep')) {
    writeFileSync(new URL('../../bench/siwx.results.md', root), lines.join('\n'))
    writeFileSync(new URL('../../bench/siwx.results.json', root), `${JSON.stringify(results)}\n`)
  }
  process.exitCode = isMet ? 0 : 1
}
