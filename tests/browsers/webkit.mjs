// WebKit as WebKitGTK ships it, over WebDriver. It needs a display: a virtual one is started for it.
import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { Builder, Key, Origin } from 'selenium-webdriver'

/** @typedef {import('./drive.mjs').Browser} Browser */

/** @returns {Promise<Browser>} */
export async function openWebKit(/** @type {string} */ driver, /** @type {string} */ binary) {
  const port = await freePort()
  const display = `:${90 + (process.pid % 400)}`
  const screen = spawn('Xvfb', [display, '-screen', '0', '1024x900x24'], { stdio: 'ignore' })
  await pause(1_000)
  const service = spawn(driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: display, WEBKIT_DISABLE_DMABUF_RENDERER: '1', LIBGL_ALWAYS_SOFTWARE: '1' },
  })
  await pause(1_000)
  const session = await new Builder()
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': { binary, args: ['--automation'] } })
    .build()
  const version = (await session.getCapabilities()).get('browserVersion')

  /** Inside the wallet's frame, where that is asked for. */
  const within = async (/** @type {string | undefined} */ inWallet, /** @type {() => Promise<any>} */ run) => {
    await session.switchTo().defaultContent()
    if (!inWallet) return run()
    const frame = await session.executeScript(
      `return [...document.querySelectorAll('iframe'), ...(document.querySelector('portico-modal')?.shadowRoot?.querySelectorAll('iframe') ?? [])].find((one) => one.src.startsWith(arguments[0]))`,
      inWallet,
    )
    if (!frame) return undefined
    await session.switchTo().frame(/** @type {any} */ (frame))
    try {
      return await run()
    } finally {
      await session.switchTo().defaultContent()
    }
  }

  return {
    name: `WebKitGTK ${version}`,
    goto: (url) => session.get(url),
    evaluate: (text, args, inWallet) => within(inWallet, () => session.executeScript(`return (${text})(...arguments)`, ...args)),
    press: async (x, y) => {
      const to = { x: Math.round(x), y: Math.round(y), origin: Origin.VIEWPORT, duration: 50 }
      await session.actions().move(to).perform()
      await pause(400) // the wallet wants a mouse to be over it before a press counts
      await session.actions().press().release().perform()
    },
    type: (text) => session.actions().sendKeys(text).perform(),
    escape: () => session.actions().sendKeys(Key.ESCAPE).perform(),
    toWindow: async (url) => {
      const from = await session.getWindowHandle().catch(() => undefined)
      for (const handle of await session.getAllWindowHandles()) {
        await session.switchTo().window(handle)
        if ((await session.getCurrentUrl()).startsWith(url)) return true
      }
      if (from) await session.switchTo().window(from)
      return false
    },
    errors: () => Promise.resolve([]),
    close: async () => {
      await session.quit().catch(() => undefined)
      service.kill()
      screen.kill()
    },
  }
}

const pause = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(address && typeof address === 'object' ? address.port : 0))
    })
  })
}
