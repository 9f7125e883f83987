import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext } from '@playwright/test'
import { launchOptions } from '../../scripts/browser.mjs'

/**
 * What a browser lets the wallet's frame keep. `partitioned`: storage of its own for each site, as users have it. `blocked`:
 * none, as in a private window.
 */
export type StorageMode = 'partitioned' | 'blocked'

/**
 * The driver switches partitioning off, which no user has. Of a switch that is given twice Chromium takes
 * the last, so this is the driver's list without that one.
 */
const withoutPartitioning = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/** Opens a browser with a storage of its own. Close it with the returned function. */
export async function openBrowser(mode: StorageMode): Promise<{ readonly context: BrowserContext; readonly close: () => Promise<void> }> {
  if (mode === 'partitioned') {
    // Contexts of a running browser are private windows, which block third-party storage altogether.
    const profile = newProfile()
    const { context, close } = await openProfile(profile)
    return {
      context,
      close: async () => {
        await close()
        rmSync(profile, { recursive: true, force: true })
      },
    }
  }
  const browser = await chromium.launch(own())
  return { context: await browser.newContext(shape), close: () => browser.close() }
}

/** A folder for what a browser keeps, with third-party storage partitioned. Remove it when done. */
export function newProfile(): string {
  const profile = mkdtempSync(join(tmpdir(), 'portico-profile-'))
  mkdirSync(join(profile, 'Default'))
  writeFileSync(join(profile, 'Default', 'Preferences'), JSON.stringify({ profile: { cookie_controls_mode: 0 } }))
  return profile
}

/** Opens a browser on what one has kept before. */
export async function openProfile(profile: string): Promise<{ readonly context: BrowserContext; readonly close: () => Promise<void> }> {
  const context = await chromium.launchPersistentContext(profile, { ...own(), ...shape })
  return { context, close: () => context.close() }
}

const shape = { viewport: { width: 1100, height: 900 }, locale: 'en-US', timezoneId: 'UTC' }

function own() {
  const { args, ...options } = launchOptions()
  return { ...options, args: [...args, `--disable-features=${withoutPartitioning.join()}`] }
}
