// node run.mjs [apps…] [--stages=bytes,ssr,npm,offline,a11y,timing,directory] [--reps=7] [--early=5] [--profiles=1x,4x]
//   [--out=results.json] [--no-report]
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { ROOT, appDir, buildApp, listApps, readSpec } from './lib/build.mjs'
import { executable, launch } from './lib/driver.mjs'
import { startMock } from './lib/mock.mjs'
import { startSite } from './lib/site.mjs'
import * as stages from './lib/stages.mjs'

const args = process.argv.slice(2)
const opt = (key, fallback) => args.find((arg) => arg.startsWith(`--${key}=`))?.split('=')[1] ?? fallback
const named = args.filter((arg) => !arg.startsWith('--'))
const apps = named.length ? named : listApps()
const want = opt('stages', 'bytes,ssr,npm,offline,a11y,timing,directory').split(',')
const reps = Number(opt('reps', 7))
const earlyReps = Number(opt('early', 5))
const profiles = opt('profiles', '1x,4x').split(',')
const out = path.resolve(ROOT, opt('out', 'results.json'))
if (!executable) {
  console.error(
    'No Chromium: name one in CHROMIUM, or install chromium-headless-shell (on Debian: apt-get install chromium-headless-shell).',
  )
  process.exit(1)
}

fs.mkdirSync(path.join(ROOT, '.tmp'), { recursive: true })
const results = fs.existsSync(out) ? JSON.parse(fs.readFileSync(out, 'utf8')) : { apps: {} }
const save = () => fs.writeFileSync(out, `${JSON.stringify(results, null, 1)}\n`)
const log = (...parts) => console.log(new Date().toISOString().slice(11, 19), ...parts)

const mock = await startMock()
let browser = await launch(mock.port)
const open = new Map()
const env = {
  mock,
  get browser() {
    return browser
  },
  async sites(app) {
    if (!fs.existsSync(path.join(appDir(app), 'dist/index.html'))) await buildApp(app)
    if (!open.has(app)) open.set(app, await startSite(path.join(appDir(app), 'dist')))
    return open.get(app)
  },
}

results.machine = {
  cores: os.cpus().length,
  memoryGiB: Math.round(os.totalmem() / 2 ** 30),
  node: process.version,
  browser: `${path.basename(executable)} ${browser.version()}`,
  date: new Date().toISOString().slice(0, 10),
}
for (const app of apps) {
  const { dependencies } = JSON.parse(fs.readFileSync(path.join(appDir(app), 'package.json'), 'utf8'))
  results.apps[app] = { ...results.apps[app], spec: readSpec(app), dependencies }
}

for (const stage of ['ssr', 'npm', 'bytes', 'offline', 'a11y'].filter((name) => want.includes(name))) {
  for (const app of apps) {
    const start = Date.now()
    try {
      results.apps[app][stage] = await stages[stage](app, env)
      log(stage, app, `${Date.now() - start} ms`)
    } catch (error) {
      results.apps[app][stage] = { failed: String(error.message).slice(0, 300) }
      log(stage, app, 'FAILED', error.message.slice(0, 300))
    }
    save()
  }
}

async function sample(app, key, measure) {
  const start = Date.now()
  const list = ((results.apps[app].timing ??= {})[key] ??= [])
  let load
  try {
    load = await measure()
  } catch (error) {
    load = { failed: String(error.message).slice(0, 200) }
    if (!browser.isConnected()) browser = await launch(mock.port)
  }
  if (load) list.push(load)
  const { failed, tti = '-', search } = load ?? {}
  const said = failed
    ? `FAILED ${failed}`
    : `tti ${tti} list ${load?.list ?? load?.navToList ?? load?.page ?? '-'} ${search ? `search ${search}` : ''}`
  log(key, app, list.length, said, `(${Date.now() - start} ms)`)
}

if (want.includes('timing')) {
  for (const app of apps) {
    // Compressed copies are made on the first request; ask for every file once so that no timing pays for it.
    const site = await env.sites(app)
    for (const url of new Set(results.apps[app].bytes?.eagerFiles)) site.file(url)
    site.file('/')
    if (opt('fresh') !== 'no') delete results.apps[app].timing
    await stages.load(app, env, '1x').catch(() => {})
  }
  // One load of each app in turn, so that noise from elsewhere on the machine falls on all alike.
  for (let i = 0; i < Math.max(reps, earlyReps); i++) {
    const turn = i % 2 ? [...apps].reverse() : apps
    for (const profile of profiles) for (const app of turn) if (i < reps) await sample(app, profile, () => stages.load(app, env, profile))
    for (const app of turn) if (i < earlyReps) await sample(app, 'early-4x', () => stages.early(app, env, '4x'))
    for (const app of turn) if (i < earlyReps) await sample(app, 'early-4x-4g', () => stages.early(app, env, '4x-4g'))
    save()
    await browser.close()
    browser = await launch(mock.port)
  }
}

if (want.includes('directory')) {
  const withDirectory = apps.filter((app) => readSpec(app).directory)
  for (const app of withDirectory) for (const profile of profiles) delete results.apps[app].timing?.[`directory-${profile}`]
  for (let i = 0; i < earlyReps; i++) {
    for (const profile of profiles) {
      for (const app of withDirectory) await sample(app, `directory-${profile}`, () => stages.directory(app, env, profile))
    }
  }
}

save()
await browser.close()
for (const site of open.values()) site.stop()
mock.stop()
if (!args.includes('--no-report')) await import('./report.mjs')
process.exit(0)
