// The demo, built for production, in the browsers that are not Chromium: `pnpm browsers`, or `pnpm browsers firefox`. On Debian they are
// `apt-get install firefox-esr webkit2gtk-driver xvfb`; one that is not there is named, and not tried.
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoEnvironment, demoPorts } from '../../scripts/lib/ports.mjs'
import { createProcesses, onInterrupt } from '../../scripts/lib/processes.mjs'
import { at, environment } from '../../scripts/lib/workspace.mjs'
import { pause } from './drive.mjs'
import { openFirefox } from './firefox.mjs'
import { stepsOf } from './walk.mjs'
import { openWebKit } from './webkit.mjs'

const first = (/** @type {string[]} */ ...paths) => paths.find((path) => existsSync(path))
const firefox = first('/usr/bin/firefox-esr', '/usr/bin/firefox')
const driver = first('/usr/bin/WebKitWebDriver')
const miniBrowser = first('/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser', '/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser')

/** @type {Record<string, (() => Promise<import('./drive.mjs').Browser>) | undefined>} */
const browsers = {
  firefox: firefox ? () => openFirefox(firefox) : undefined,
  webkit: driver && miniBrowser && first('/usr/bin/Xvfb') ? () => openWebKit(driver, miniBrowser) : undefined,
}
const wanted = process.argv.slice(2).filter((name) => name !== '--')
const unknown = wanted.filter((name) => !Object.hasOwn(browsers, name))
if (unknown.length > 0) {
  console.error(`No such browser: ${unknown.join(', ')}. Browsers: ${Object.keys(browsers).join(', ')}`)
  process.exit(2)
}

const env = { PORTICO_SANDBOX_PORT_OFFSET: '16000', PORT: '21173', ...environment() }
const ports = demoPorts(env)
Object.assign(env, demoEnvironment(ports))
const demo = `http://127.0.0.1:${ports.demo}/`
const addresses = { demo, inbox: `http://127.0.0.1:${ports.inbox}`, wallet: `http://secure.localhost:${ports.secureSite}` }
const built = mkdtempSync(join(tmpdir(), 'portico-browsers-'))
const pictures = at('.ci/out/browsers')
mkdirSync(pictures, { recursive: true })

const processes = createProcesses()
const clean = async () => {
  await processes.stopAll()
  rmSync(built, { recursive: true, force: true })
}
onInterrupt(clean)

let [passed, failed] = [0, 0]
try {
  await start()
  for (const [name, open] of Object.entries(browsers)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    if (open) {
      await walk(name, open)
      if (name === 'firefox') await push()
    } else console.log(`${name} is not on this machine, and was not tried.`)
  }
} catch (error) {
  failed += 1
  console.error(error)
} finally {
  await clean()
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

/** The sandbox, and the demo as a visitor's host would serve it. */
async function start() {
  const vite = at('apps/demo/node_modules/.bin/vite')
  const cwd = at('apps/demo')
  processes.start(process.execPath, ['bin/sandbox.mjs', '--quiet'], { cwd: at('apps/sandbox'), env, quiet: true })
  const { code, output } = await processes.run(vite, ['build', '--logLevel', 'warn', '--outDir', built], { cwd, env, quiet: true })
  if (code !== 0) throw new Error(output)
  const preview = ['preview', '--outDir', built, '--host', '127.0.0.1', '--port', String(ports.demo), '--strictPort']
  processes.start(vite, preview, { cwd, env, quiet: true })
  await Promise.all([answers(`http://127.0.0.1:${ports.control}/health`), answers(demo)])
}

/** Resolves when an address answers with success. @throws Error after two minutes */
async function answers(/** @type {string} */ url) {
  for (const end = Date.now() + 120_000; Date.now() < end; await pause(200)) {
    const answer = await fetch(url).catch(() => undefined)
    await answer?.body?.cancel()
    if (answer?.ok) return
  }
  throw new Error(`${url} did not answer.`)
}

/** One browser's walk. Where a step fails, those after it have nothing to stand on. */
async function walk(/** @type {string} */ name, /** @type {() => Promise<import('./drive.mjs').Browser>} */ open) {
  const browser = await open()
  console.log(browser.name)
  try {
    for (const [title, run] of stepsOf(browser, addresses)) {
      const began = performance.now()
      try {
        await run()
        passed += 1
        console.log(`  ok    ${title} (${((performance.now() - began) / 1000).toFixed(1)} s)`)
      } catch (error) {
        failed += 1
        console.log(`  FAIL  ${title}\n        ${error instanceof Error ? error.message : String(error)}`)
        const said = await browser.evaluate(String(text), [])
        console.log(`        The modal says: ${String(said).replaceAll('\n', ' · ')}`)
        await browser.picture?.(`${pictures}/${name}.png`)
        return
      }
    }
  } finally {
    await browser.close()
  }
}

/** A relay's push, as Firefox reads it. */
async function push() {
  const vitest = [at('node_modules/vitest/vitest.mjs'), 'run', '--project', 'firefox', '--reporter=dot']
  const { code, output } = await processes.run(process.execPath, vitest, { cwd: at(), env: environment(), quiet: true })
  if (code === 0) passed += 1
  else failed += 1
  console.log(code === 0 ? '  ok    a push of the relay is read while no page is open' : output)
}

/** Runs in the page: what the modal says. */
function text() {
  return document.querySelector('portico-modal')?.shadowRoot?.querySelector('.po-modal')?.innerText
}
