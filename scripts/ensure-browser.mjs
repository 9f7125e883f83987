// Exits 0 when a Chromium for the tests is there; else tries Playwright's download and says what to do if that fails.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright'
import { executablePath } from './browser.mjs'
import { at } from './lib/workspace.mjs'

const advice =
  'Install one (Debian, Ubuntu: apt install chromium), set CHROMIUM_PATH to the program of one, ' +
  'or go online and run: npx -y playwright install chromium'

const chosen = executablePath()
if (chosen && !existsSync(chosen)) fail(`CHROMIUM_PATH names ${chosen}, which does not exist.`)
const program = chosen ?? chromium.executablePath()

if (existsSync(program)) {
  console.log(`Browser: ${program}`)
} else {
  console.log('No Chromium found. Fetching the one of Playwright.')
  const { status } = spawnSync(at('node_modules/.bin/playwright'), ['install', 'chromium'], { stdio: 'inherit' })
  if (status !== 0 || !existsSync(program)) fail('The tests need a Chromium and none is installed.')
}

function fail(/** @type {string} */ reason) {
  console.error(`${reason} ${advice}`)
  process.exit(1)
}
