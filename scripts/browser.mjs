// The browser for vitest, Storybook's tests and Playwright: one choice for all of them.
import { existsSync, statfsSync } from 'node:fs'

/** Where distributions put Chromium, in order of preference. */
export const systemPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
/** The same without an interface of its own. */
const lightPath = '/usr/bin/chromium-headless-shell'

/** CHROMIUM_PATH, else the system's Chromium, else undefined: then Playwright's own is used. @returns {string | undefined} */
export function executablePath() {
  return process.env.CHROMIUM_PATH || systemPaths.find((path) => existsSync(path))
}

/** Containers often have 64 MB of shared memory, so Playwright lets Chromium's processes share files instead: a fourteenth more work. */
const enoughShared = 2 ** 30
function hasSharedMemory() {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize >= enoughShared
  } catch {
    return false // a system without it
  }
}

/**
 * Launch options for a quiet, offline Chromium. Root (a container) cannot have Chromium's sandbox. `light` takes the one that draws pages
 * and no windows around them where the system has it (Debian: chromium-headless-shell): opening one costs an eighth of the work. It has
 * no extensions, and of what lasts and is shared between windows it knows less, so whoever tests these takes the whole one.
 */
export function launchOptions({ light = false } = {}) {
  const path = light && !process.env.CHROMIUM_PATH && existsSync(lightPath) ? lightPath : executablePath()
  return {
    ...(path ? { executablePath: path } : {}),
    ...(hasSharedMemory() ? { ignoreDefaultArgs: ['--disable-dev-shm-usage'] } : {}),
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
