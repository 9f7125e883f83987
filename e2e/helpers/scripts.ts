import type { Page, Response } from '@playwright/test'

/** Collects the code that a page loads from now on. */
export function collectScripts(page: Page) {
  let responses: Response[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script' || new URL(response.url()).pathname.endsWith('.js')) responses.push(response)
  })
  return {
    /** Forgets what was loaded so far. */
    async startOver(): Promise<void> {
      await page.waitForLoadState('networkidle')
      responses = []
    },
    /** All of it, as one text. What came from the browser's cache counts. */
    async text(): Promise<string> {
      const bodies = await Promise.all(responses.map((response) => response.text().catch(() => '')))
      return bodies.join('\n')
    },
  }
}
