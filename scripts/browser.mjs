// The browser for vitest, Storybook's tests and Playwright: one choice for all of them.
import { existsSync } from 'node:fs'

/** Where distributions put Chromium, in order of preference. */
export const systemPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** CHROMIUM_PATH, else the system's Chromium, else undefined: then Playwright's own is used. @returns {string | undefined} */
export function executablePath() {
  return process.env.CHROMIUM_PATH || systemPaths.find((path) => existsSync(path))
}

/** Launch options for a quiet, offline Chromium. Root (a container) cannot have Chromium's sandbox. */
export function launchOptions() {
  const path = executablePath()
  return {
    ...(path ? { executablePath: path } : {}),
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  }
}
