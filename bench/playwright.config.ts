import { defineConfig } from '@playwright/test'
import base from '../e2e/playwright.config.js'
import { launchOptions } from '../scripts/browser.mjs'

/** `pnpm bench:embedded`, `bench:scroll` and `bench:swap`: what takes how long on the demo with the sandbox behind it. Not part of the checks. */
export default defineConfig({
  ...base,
  testDir: '../e2e',
  testMatch: '*.bench.ts',
  outputDir: '../test-results/bench',
  retries: 0,
  timeout: 600_000,
  // The browser that people have.
  use: { ...base.use, launchOptions: launchOptions() },
  reporter: [['list']],
  projects: [{ name: 'chromium' }],
})
