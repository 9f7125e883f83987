import type { Page } from '@playwright/test'

/** Notes, frame by frame from the first one of the next load on, what the buttons in the head say. */
export async function recordButtons(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const said: string[] = []
    Reflect.set(window, 'saidByButtons', said)
    const look = () => {
      const text = [...document.querySelectorAll('header .po-host')].map((button) => button.textContent).join(' | ')
      if (text !== '' && said.at(-1) !== text) said.push(text)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  return () => page.evaluate(() => Reflect.get(window, 'saidByButtons') as string[])
}
