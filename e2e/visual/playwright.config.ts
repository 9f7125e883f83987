import { defineConfig } from '@playwright/test'
import { launchOptions } from '../../scripts/browser.mjs'

const report = process.env['PORTICO_E2E_REPORT']
const inCI = Boolean(process.env['CI'])

/** The stories and their pictures, in a catalogue that scripts/pictures.mjs has built: they need neither the sandbox nor the demo. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/visual',
  snapshotPathTemplate: '../screenshots/{arg}{ext}',
  // Each worker has a browser of its own: pages of one browser take turns in being drawn. A third of a story's time is waiting.
  workers: 2,
  fullyParallel: true,
  retries: inCI ? 1 : 0, // what needed it is named in the summary
  forbidOnly: inCI,
  timeout: 60_000,
  reporter: [[inCI ? 'dot' : 'line'], ...(report ? [['json', { outputFile: report }] as const] : [])],
  use: {
    browserName: 'chromium',
    launchOptions: launchOptions(),
    video: 'off', // needs an ffmpeg that is a download
  },
})
