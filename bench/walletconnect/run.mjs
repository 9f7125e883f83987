// Runs the stages, and writes what they found.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { executable } from '../lib/driver.mjs'
import { prepare } from './build.mjs'
import { bytes } from './bytes.mjs'
import { code } from './code.mjs'
import { load, setPatience } from './machine.mjs'
import { check, report } from './report.mjs'
import { requests } from './requests.mjs'
import { createServices } from './services.mjs'
import { wallets } from './wallets.mjs'

const root = path.resolve(import.meta.dirname, '..')
const stages = { bytes, requests, code, wallets }
const log = (...parts) => console.log(new Date().toISOString().slice(11, 19), ...parts)

/**
 * @param {string[]} args of ../walletconnect.mjs
 * @param {Set<() => Promise<void>>} stops what has to end when this process does, as long as it is in there
 * @returns {Promise<number>} the exit code
 */
export async function run(args, stops) {
  const option = (key, fallback) => args.find((arg) => arg.startsWith(`--${key}=`))?.split('=')[1] ?? fallback
  const file = path.join(root, args.includes('--keep') ? 'walletconnect.results.json' : '.tmp/walletconnect.results.json')
  const asked = option('stages', Object.keys(stages).join()).split(',')
  const unknown = asked.find((stage) => !stages[stage])
  if (unknown !== undefined || !executable) {
    console.error(
      executable
        ? `No stage '${unknown}'. There are: ${Object.keys(stages).join(', ')}`
        : 'No Chromium: name one in CHROMIUM, or install chromium-headless-shell.',
    )
    return 2
  }
  setPatience(Number(option('patience', 4)) * 1000)
  prepare()
  // A stage that is not measured now stays as it was, with its own date.
  const results = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {}
  for (const stage of asked) {
    log(stage)
    const from = load()
    const services = createServices()
    stops.add(services.stopAll)
    try {
      const found = await stages[stage](services, {
        reps: Number(option('reps', 9)),
        count: Number(option('count', 100)),
        profile: args.includes('--profile'),
        visits: option('visits', ''),
        log,
      })
      results[stage] = { date: new Date().toISOString().slice(0, 16), load: [from, load()], ...found }
    } finally {
      await services.stopAll()
      stops.delete(services.stopAll)
    }
    const [{ model }] = os.cpus()
    results.machine = {
      cores: os.cpus().length,
      model,
      memoryGiB: Math.round(os.totalmem() / 2 ** 30),
      node: process.version,
      browser: path.basename(executable),
    }
    fs.writeFileSync(file, `${JSON.stringify(results)}\n`)
    fs.writeFileSync(file.replace(/json$/, 'md'), report(results))
  }
  console.log(`\n${report(results)}`)
  // Bytes do not depend on the machine, so they are held to their target; times are reported.
  return check(results).some(({ asserted, met }) => asserted && !met) ? 1 : 0
}
