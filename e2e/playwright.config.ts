import { defineConfig } from '@playwright/test'
import { launchOptions } from '../scripts/browser.mjs'
import { demoEnvironment, demoPorts } from '../scripts/lib/ports.mjs'
import { at } from '../scripts/lib/workspace.mjs'

const inCI = Boolean(process.env['CI'])
const report = process.env['PORTICO_E2E_REPORT'] ?? (inCI ? at('.ci/out/e2e.json') : undefined)

/** As in `pnpm demo`: PORTICO_SANDBOX_PORT_OFFSET and PORT move the sandbox and the demo, for a machine on which they are taken. */
const ports = demoPorts(process.env)
const demoURL = `http://127.0.0.1:${ports.demo}`

const serve = { reuseExistingServer: !inCI, gracefulShutdown: { signal: 'SIGTERM', timeout: 3000 } } as const
const demoCommand =
  'node_modules/.bin/vite build --logLevel warn && ' +
  `exec node_modules/.bin/vite preview --host 127.0.0.1 --port ${ports.demo} --strictPort`

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/e2e',
  workers: 1,
  retries: inCI ? 1 : 0, // a machine that is shared now and then stalls; what needed it is named in the summary
  forbidOnly: inCI,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: report ? [['list'], ['json', { outputFile: report }]] : [['list']],
  use: {
    baseURL: demoURL,
    launchOptions: launchOptions({ light: true }),
    video: 'off', // needs an ffmpeg that is a download
    trace: { mode: inCI ? 'on-first-retry' : 'retain-on-failure', screenshots: false }, // filming every test takes a sixth of the time
    locale: 'en-US',
    timezoneId: 'UTC',
  },
  projects: [
    {
      name: 'chromium',
      testIgnore: ['**/*.phone.spec.ts', 'visual/**'], // the latter has a config of its own
      use: { browserName: 'chromium', viewport: { width: 1280, height: 800 } },
    },
    {
      name: 'phone',
      testMatch: '**/*.phone.spec.ts',
      use: {
        browserName: 'chromium',
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
        deviceScaleFactor: 2,
      },
    },
  ],
  webServer: [
    {
      name: 'sandbox',
      command: process.env['PORTICO_SANDBOX_COMMAND'] ?? 'exec node apps/sandbox/bin/sandbox.mjs',
      cwd: at(),
      env: demoEnvironment(ports),
      url: `http://127.0.0.1:${ports.control}/health`,
      timeout: 60_000,
      ...serve,
    },
    {
      name: 'demo',
      command: process.env['PORTICO_DEMO_COMMAND'] ?? demoCommand,
      cwd: at('apps/demo'),
      env: demoEnvironment(ports),
      url: demoURL,
      timeout: 120_000,
      ...serve,
    },
  ],
})
