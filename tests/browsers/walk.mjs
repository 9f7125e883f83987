// What a visitor does in each browser, in the demo as it is built for production.
import { pause, visitorIn } from './drive.mjs'

/** @typedef {import('./drive.mjs').Browser} Browser */

const connect = { css: 'header .is-primary', text: /^Connect$/ }
const account = { css: 'header .is-joined' }
const dialog = { css: 'dialog[open]' }
const signMessage = { css: 'main button', text: /^Sign message$/ }
const valid = { css: 'main *', text: /^Valid for 0x/ }

/**
 * The walk's steps, in order. @param {{ demo: string, inbox: string, wallet: string }} at
 * @returns {readonly (readonly [title: string, run: () => Promise<unknown>])[]}
 */
export function stepsOf(/** @type {Browser} */ browser, at) {
  const { find, gone, press } = visitorIn(browser, at.wallet)
  const run = (/** @type {(...args: any[]) => unknown} */ call, /** @type {(string | number)[]} */ ...args) =>
    browser.evaluate(String(call), args)

  /** Where the frame cannot tell what a page paints over it, it asks for a window of its own, which goes by itself. */
  const approveInWindow = async () => {
    await press({ css: '[data-role="window"]', inWallet: true })
    await inWindow(`${at.wallet}/approve`)
    await press({ css: '[data-role="approve"][data-arming="armed"]' })
    await inWindow(at.demo)
  }
  const inWindow = async (/** @type {string} */ url) => {
    for (const end = Date.now() + 20_000; Date.now() < end; await pause(100)) if (await browser.toWindow(url)) return
    throw new Error(`There is no window of ${url}.`)
  }

  return [
    [
      'the modal opens in the page’s colours, with the focus in it, and Escape gives it back',
      async () => {
        await browser.goto(at.demo)
        await press(connect)
        await find({ css: '#po-title', text: /^Connect to Meridian$/ })
        const looks = await run(() => {
          const root = document.querySelector('portico-modal')?.shadowRoot
          const card = root?.querySelector('.po-modal')
          return {
            ground: card && getComputedStyle(card).backgroundColor,
            hasFocus: Boolean(root?.activeElement),
            spills: document.documentElement.scrollWidth - innerWidth,
          }
        })
        if (!/^(oklab|oklch|color|rgb)/.test(looks.ground)) throw new Error(`The modal has no ground: ${looks.ground}`)
        if (!looks.hasFocus) throw new Error('The focus is not in the modal.')
        if (looks.spills > 0) throw new Error(`The page is ${looks.spills} px too wide.`)
        await browser.escape()
        await gone(dialog)
        if (!(await run(() => document.activeElement?.matches('header .is-primary'))))
          throw new Error('The focus is not on the button again.')
      },
    ],
    [
      'a code for WalletConnect is drawn',
      async () => {
        await press(connect)
        await press({ css: 'button', text: /^WalletConnect/ })
        await find({ css: '.po-qr svg' })
        const bars = await run(
          () =>
            document.querySelector('portico-modal')?.shadowRoot?.querySelector('.po-qr svg > path')?.getAttribute('d')?.split('M').length,
        )
        if (!(bars > 200)) throw new Error(`The code has ${bars} bars.`)
        await browser.escape()
        await gone(dialog)
      },
    ],
    [
      'a wallet in the page connects, signs, and is left',
      async () => {
        await press(connect)
        await press({ css: 'button', text: /^Harbor/ })
        await press({ css: 'button', text: /^Approve$/ })
        await find(account)
        await gone(dialog)
        await press(signMessage)
        await press({ css: 'button', text: /^Approve$/ })
        await find(valid)
      },
    ],
    [
      'the wallet is still there after a reload, and goes by the account’s view',
      async () => {
        await browser.goto(at.demo)
        await find(account)
        await press(account)
        await press({ css: 'button', text: /^Disconnect/ })
        await find(connect)
        await gone(dialog)
      },
    ],
    [
      'somebody logs in with an e-mail address, and signs in a window of the wallet’s own',
      async () => {
        const email = `visitor-${Date.now()}@example.com`
        await press(connect)
        await press({ css: 'input[type="email"]' })
        await browser.type(email)
        await press({ css: 'button', text: /^Continue with email$/ })
        const mail = await (await fetch(`${at.inbox}/mails/next?to=${encodeURIComponent(email)}&after=0&timeout=20`)).json()
        await press({ css: 'input[autocomplete="one-time-code"]', inWallet: true })
        await browser.type(mail.code)
        await find(account)
        await gone(dialog)
        await press(signMessage)
        await approveInWindow()
        await find(valid)
        await gone(dialog)
      },
    ],
    [
      'the login is still there after a reload, and signs again',
      async () => {
        await browser.goto(at.demo)
        await find(account)
        await press(signMessage)
        await approveInWindow()
        await find(valid)
      },
    ],
    [
      'nothing was thrown that nobody caught',
      async () => {
        const errors = await browser.errors()
        if (errors.length > 0) throw new Error(errors.join('\n'))
      },
    ],
  ]
}
