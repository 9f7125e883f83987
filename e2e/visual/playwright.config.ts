import { defineConfig } from '@playwright/test'
import { launchOptions } from '../../scripts/browser.mjs'

const report = process.env['PORTICO_E2E_REPORT']

/** The pictures of the stories. They need neither the sandbox nor the demo, so they are not among the end-to-end tests. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/visual',
  snapshotPathTemplate: '../screenshots/{arg}{ext}',
  workers: 1,
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  reporter: report ? [['list'], ['json', { outputFile: report }]] : [['list']],
  use: {
    browserName: 'chromium',
    launchOptions: launchOptions(),
    video: 'off', // needs an ffmpeg that is a download
    locale: 'en-US',
    timezoneId: 'UTC',
  },
})
