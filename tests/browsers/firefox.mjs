// Firefox as a distribution ships it, over WebDriver BiDi.
import { writeFileSync } from 'node:fs'
import puppeteer from 'puppeteer-core'

/** @typedef {import('./drive.mjs').Browser} Browser */

/** @returns {Promise<Browser>} */
export async function openFirefox(/** @type {string} */ executablePath) {
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true })
  const version = await browser.version()
  /** @type {string[]} */
  const errors = []
  const follow = (/** @type {import('puppeteer-core').Page} */ page) =>
    void page.on('pageerror', (error) => errors.push(error instanceof Error ? error.message : String(error)))
  /** @type {import('puppeteer-core').Page} */
  let page
  const goOn = async (/** @type {import('puppeteer-core').Page} */ next) => {
    page = next
    await page.bringToFront()
  }
  const first = await browser.newPage()
  await first.setViewport({ width: 1024, height: 800 })
  follow(first)
  await goOn(first)

  return {
    name: version,
    goto: async (url) => void (await page.goto(url)),
    evaluate: (text, args, inWallet) => {
      const frame = inWallet ? page.frames().find((one) => one.url().startsWith(inWallet)) : page.mainFrame()
      if (!frame) return Promise.resolve(undefined)
      // Each argument is a word or a number.
      return frame.evaluate(`(${text})(${args.map((one) => JSON.stringify(one)).join()})`)
    },
    press: async (x, y) => {
      await page.mouse.move(x, y)
      await new Promise((resolve) => setTimeout(resolve, 400)) // the wallet wants a mouse to be over it before a press counts
      await page.mouse.click(x, y)
    },
    type: (text) => page.keyboard.type(text),
    escape: () => page.keyboard.press('Escape'),
    toWindow: async (url) => {
      const next = (await browser.pages()).find((one) => one.url().startsWith(url))
      if (next) await goOn(next)
      return next !== undefined
    },
    picture: async (file) => writeFileSync(file, await page.screenshot()),
    errors: () => Promise.resolve(errors),
    close: () => browser.close(),
  }
}
