import type { CDPSession, Page } from '@playwright/test'
import { connectWallet, expectClosed, headOf, modalOf, openConnect } from './helpers/modal.js'
import { demo, expect, test } from './helpers/test.js'
import { settled, viewsOfWalk, walkThroughViews } from './helpers/views.js'
import { walkWallets } from './helpers/walk.js'
import { installAlpha, short } from './helpers/wallets.js'

/** How far the page can be pushed sideways, or something in the modal sticks out of it, in pixels. The drawn arch is cut off on purpose. */
const overflow = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const card = document.querySelector('portico-modal')?.shadowRoot?.querySelector('.po-modal')
    if (!card) return scrollWidth - clientWidth
    const { left, right } = card.getBoundingClientRect()
    const parts = [...card.querySelectorAll('*')].filter((part) => !part.closest('.po-span, .po-sr'))
    const sides = parts
      .map((part) => part.getBoundingClientRect())
      .flatMap((box) => (box.width > 0 ? [box.right - right, left - box.left] : []))
    return Math.round(Math.max(scrollWidth - clientWidth, ...sides, 0))
  })

/** Controls of the modal that a finger would miss: under 44 px high or wide. Links within a sentence are excepted. */
const smallTargets = (page: Page) =>
  modalOf(page).card.evaluate((card) =>
    [...card.querySelectorAll('button, input, a')]
      .filter((element) => element.getClientRects().length > 0 && !element.closest('.po-view-out, .po-legal'))
      .map((element) => {
        const { width, height } = (
          element.localName === 'input' ? (element.closest('.po-field') ?? element) : element
        ).getBoundingClientRect()
        return { name: element.getAttribute('aria-label') ?? element.textContent, width, height }
      })
      .filter(({ width, height }) => width < 43.5 || height < 43.5),
  )

/** A finger that goes from one point to another. */
async function drag(session: CDPSession, from: { x: number; y: number }, dy: number, steps = 8) {
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] })
  for (let step = 1; step <= steps; step += 1) {
    await session.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: [{ x: from.x, y: from.y + (dy * step) / steps }],
    })
    await new Promise((resolve) => setTimeout(resolve, 16))
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

test('on a phone the modal is a sheet at the bottom, as wide as the screen, and connects', async ({ context, page }) => {
  const alpha = await installAlpha(context)
  await page.goto(demo())
  await openConnect(page)
  await settled(page)
  const box = await modalOf(page).card.boundingBox()
  expect(box).toMatchObject({ x: 0, width: 390 })
  expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(844)
  await modalOf(page).row('Alpha').tap()
  await expectClosed(page)
  await expect(headOf(page).account).toContainText(short(alpha.accounts[0]))
})

test('pulling the sheet down by its head closes it, a small pull does not', async ({ context, page }) => {
  await installAlpha(context)
  await page.goto(demo())
  await openConnect(page)
  await settled(page)
  const session = await context.newCDPSession(page)
  const box = await modalOf(page).title.boundingBox()
  const head = { x: (box?.x ?? 0) + 20, y: (box?.y ?? 0) + 6 }
  await drag(session, head, 24, 20)
  await page.waitForTimeout(500)
  await expect(modalOf(page).title).toHaveText('Connect to Meridian')
  expect((await modalOf(page).card.evaluate((card) => getComputedStyle(card).translate)).replaceAll('0px', '0')).toMatch(/^(none|0|0 0)$/)
  await drag(session, head, 260)
  await expectClosed(page)
})

test('on a page that is wider than the phone the sheet stays on the screen, and the page is as wide as before afterwards', async ({
  page,
}) => {
  await page.goto(demo())
  await openConnect(page)
  await settled(page)
  const widthOfPage = () => page.evaluate(() => window.innerWidth)
  await page.evaluate(() => document.body.style.setProperty('min-width', '900px'))
  expect(await widthOfPage()).toBe(390)
  const box = await modalOf(page).card.boundingBox()
  expect(box).toMatchObject({ x: 0, width: 390 })
  expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(844)
  await page.touchscreen.tap(195, 40)
  await expectClosed(page)
  expect(await widthOfPage()).toBeGreaterThan(390)
})

test('a touch beside the sheet closes it', async ({ page }) => {
  await page.goto(demo())
  await openConnect(page)
  await settled(page)
  await page.touchscreen.tap(195, 40)
  await expectClosed(page)
})

interface Shape {
  readonly name: string
  readonly width: number
  /** The master size of the modal's text. Its default is 10px. */
  readonly text: string
}

const shapes: readonly Shape[] = [
  { name: 'at 360 px', width: 360, text: '10px' },
  { name: 'at 320 px', width: 320, text: '10px' },
  { name: 'at 360 px with text at 130%', width: 360, text: '13px' },
]

async function take(page: Page, { width, text }: Shape) {
  await page.setViewportSize({ width, height: 740 })
  await page.evaluate((size) => document.documentElement.style.setProperty('--portico-font-size', size), text)
}

test('at 360 px, at 320 px and with text at 130% no view scrolls sideways, and each control is at least 44 px', async ({
  context,
  page,
}) => {
  test.setTimeout(120_000)
  const wallets = await walkWallets(context)
  await page.goto(demo('/csp.html'))
  const problems: string[] = []
  const visited: string[] = []
  await walkThroughViews({
    page,
    ...wallets,
    visit: async (view) => {
      visited.push(view)
      for (const shape of shapes) {
        await take(page, shape)
        const px = await overflow(page)
        if (px > 0) problems.push(`${view} ${shape.name}: ${px} px too wide`)
        for (const { name, width, height } of await smallTargets(page))
          problems.push(`${view} ${shape.name}: '${name}' is ${width} x ${height}`)
      }
    },
  })
  expect(visited).toEqual(viewsOfWalk)
  expect(problems).toEqual([])
})

test('at these sizes the demo itself does not scroll sideways either', async ({ context, page }) => {
  await installAlpha(context)
  const problems: string[] = []
  const look = async (what: string) => {
    for (const shape of shapes) {
      await take(page, shape)
      const px = await overflow(page)
      if (px > 0) problems.push(`${what} ${shape.name}: ${px} px too wide`)
    }
  }
  for (const path of ['/', '/headless.html', '/wagmi.html', '/twice.html', '/members.html', '/csp.html']) {
    await page.goto(demo(path))
    await expect(page.locator('h1')).toBeVisible()
    await look(path)
  }
  await page.goto(demo())
  await connectWallet(page, 'Alpha')
  await expect(page.getByRole('region', { name: 'Account' })).toContainText('ETH')
  await look('/, connected')
  expect(problems).toEqual([])
})
