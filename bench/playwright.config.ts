import { defineConfig } from '@playwright/test'
import base from '../e2e/playwright.config.js'

/** `pnpm bench:embedded`: how long the embedded wallet takes, on the demo with the sandbox behind it. Not part of the checks. */
export default defineConfig({
  ...base,
  testDir: '../e2e',
  testMatch: '*.bench.ts',
  outputDir: '../test-results/bench',
  retries: 0,
  timeout: 600_000,
  reporter: [['list']],
  projects: [{ name: 'chromium' }],
})
