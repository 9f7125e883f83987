// What a walk needs of a browser, and how it finds what a visitor sees: in the page and in shadow roots of it, or in the wallet's frame.

/**
 * @typedef {object} Browser
 * @property {string} name with its version
 * @property {(url: string) => Promise<void>} goto
 * @property {(text: string, args: readonly (string | number)[], inWallet?: string) => Promise<any>} evaluate runs the text of a function in the page, or in the frame whose address begins so; undefined where there is no such frame
 * @property {(x: number, y: number) => Promise<void>} press with a real mouse, in CSS pixels
 * @property {(text: string) => Promise<void>} type into what has the focus
 * @property {() => Promise<void>} escape presses Escape
 * @property {(url: string) => Promise<boolean>} toWindow goes on in the window whose address begins so, if there is one
 * @property {(file: string) => Promise<void>} [picture]
 * @property {() => Promise<readonly string[]>} errors what pages threw and nobody caught
 * @property {() => Promise<void>} close
 */

/** @typedef {{ css: string, text?: RegExp, inWallet?: boolean }} Wanted */

const patienceMs = 20_000

/** Runs in the page: the middle of the first element that is seen and says what is wanted, in CSS pixels, with all that it says. */
function look(/** @type {string} */ css, /** @type {string} */ source, /** @type {string} */ flags) {
  const wanted = new RegExp(source, flags)
  const hosts = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? [shadowRoot] : []))
  for (const root of [...hosts, document]) {
    for (const element of root.querySelectorAll(css)) {
      const said = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? ''
      if (!wanted.test(said)) continue
      element.scrollIntoView({ block: 'center' })
      const { x, y, width, height } = element.getBoundingClientRect()
      if (width > 0 && height > 0) return { x: x + width / 2, y: y + height / 2, said }
    }
  }
  return null
}

/** Runs in the page: where a frame is. */
function frameAt(/** @type {string} */ origin) {
  const roots = [document, document.querySelector('portico-modal')?.shadowRoot]
  const frames = roots.flatMap((root) => [...(root?.querySelectorAll('iframe') ?? [])])
  const frame = frames.find(({ src }) => src.startsWith(origin))
  if (!frame) return null
  const { x, y } = frame.getBoundingClientRect()
  return { x, y }
}

/** A visitor of a page. @param {string} wallet the origin of the embedded wallet */
export function visitorIn(/** @type {Browser} */ browser, wallet) {
  const once = (/** @type {Wanted} */ { css, text = /(?:)/, inWallet }) =>
    browser.evaluate(String(look), [css, text.source, text.flags], inWallet ? wallet : undefined).catch(() => undefined)

  /** Waits until it is there. @returns {Promise<{ x: number, y: number, said: string }>} @throws Error that says what was wanted */
  async function find(/** @type {Wanted} */ wanted) {
    for (const end = Date.now() + patienceMs; Date.now() < end; await pause(100)) {
      const found = await once(wanted)
      if (found) return found
    }
    throw new Error(`Nothing is ${wanted.css} with ${wanted.text ?? 'any text'}${wanted.inWallet ? ' in the wallet' : ''}.`)
  }

  /** Waits until it stands still: views grow while they load. */
  async function atRest(/** @type {Wanted} */ wanted) {
    let last = await find(wanted)
    for (const end = Date.now() + patienceMs; Date.now() < end; ) {
      await pause(400)
      const now = await find(wanted)
      if (Math.hypot(now.x - last.x, now.y - last.y) < 1) return now
      last = now
    }
    throw new Error(`${wanted.css} with ${wanted.text ?? 'any text'} does not come to rest.`)
  }

  return {
    find,
    /** Waits until it is not there any more. */
    async gone(/** @type {Wanted} */ wanted) {
      for (const end = Date.now() + patienceMs; Date.now() < end; await pause(100)) if (!(await once(wanted))) return
      throw new Error(`Still there: ${wanted.css} with ${wanted.text ?? 'any text'}.`)
    },
    async press(/** @type {Wanted} */ wanted) {
      const at = await atRest(wanted)
      const frame = wanted.inWallet ? ((await browser.evaluate(String(frameAt), [wallet])) ?? { x: 0, y: 0 }) : { x: 0, y: 0 }
      await browser.press(frame.x + at.x, frame.y + at.y)
      return at.said
    },
  }
}

export const pause = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms))
