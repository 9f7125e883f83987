import { expect, test as base, type BrowserContext } from '@playwright/test'
import { demoUrl } from './sandbox.js'

export { expect }

export interface Watch {
  /** Addresses that were asked for, in order. */
  readonly requests: string[]
  /** Those of them that are not on this machine. */
  readonly foreign: string[]
  /** What went wrong in a page and was not caught, and what was written as an error. */
  readonly errors: string[]
  readonly warnings: string[]
}

/** Notes everything that the pages of a context ask for, and everything that goes wrong in them. */
export function watch(context: BrowserContext): Watch {
  const seen: Watch = { requests: [], foreign: [], errors: [], warnings: [] }
  context.on('request', (request) => {
    const url = request.url()
    if (/^(data|blob|chrome-extension):/.test(url)) return
    seen.requests.push(url)
    if (!/^(127\.0\.0\.1|([a-z-]+\.)*localhost)$/.test(new URL(url).hostname)) seen.foreign.push(url)
  })
  context.on('weberror', (event) => seen.errors.push(String(event.error())))
  context.on('console', (message) => {
    if (message.type() === 'error') seen.errors.push(message.text())
    if (message.type() === 'warning') seen.warnings.push(message.text())
  })
  return seen
}

interface Fixtures {
  /** What the page's context has done so far. At the end nothing may have gone wrong, and nobody else may have been asked. */
  readonly seen: Watch
  /** Errors that a test is about. */
  readonly expectedErrors: RegExp | undefined
}

export const test = base.extend<Fixtures>({
  expectedErrors: [undefined, { option: true }],
  seen: [
    async ({ context, expectedErrors }, use) => {
      const seen = watch(context)
      await use(seen)
      expect(seen.foreign, 'requests to other hosts').toEqual([])
      expect(
        seen.errors.filter((text) => !expectedErrors?.test(text)),
        'errors in the page',
      ).toEqual([])
    },
    { auto: true },
  ],
})

/** A page of the demo without the demo's own test wallets. */
export const demo = (path = '/') => `${demoUrl}${path}${path.includes('?') ? '&' : '?'}wallet=off`
