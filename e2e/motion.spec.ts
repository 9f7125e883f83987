import type { Page } from '@playwright/test'
import { modalOf, openConnect } from './helpers/modal.js'
import { demo, expect, test } from './helpers/test.js'
import { settled, walkThroughViews } from './helpers/views.js'
import { walkWallets } from './helpers/walk.js'
import { installAlpha } from './helpers/wallets.js'

interface Seen {
  readonly what: string
  /** Milliseconds; Infinity for what never ends. */
  readonly lasts: number
  /** Properties that it changes. */
  readonly changes: string[]
}

/** What moves a thing, as against what fades it. */
const travel = [
  'transform',
  'translate',
  'rotate',
  'scale',
  'height',
  'block-size',
  'blockSize',
  'strokeDashoffset',
  'stroke-dashoffset',
  'inset',
  'top',
  'left',
  'margin',
]

/** Notes every animation and transition that runs in the page or the modal. */
function record() {
  const seen = new Map<string, Seen>()
  Reflect.set(window, 'animationsSeen', () => [...seen.values()])
  const look = () => {
    const roots = [document, ...[...document.querySelectorAll('portico-modal')].map(({ shadowRoot }) => shadowRoot)]
    for (const animation of roots.flatMap((root) => root?.getAnimations() ?? [])) {
      const { effect, timeline } = animation
      if (!(effect instanceof KeyframeEffect) || timeline !== document.timeline) continue
      const changes = [...new Set(effect.getKeyframes().flatMap((frame) => Object.keys(frame)))].filter(
        (name) => !['offset', 'computedOffset', 'easing', 'composite'].includes(name),
      )
      const { target, pseudoElement } = effect
      const name =
        animation instanceof CSSAnimation
          ? animation.animationName
          : animation instanceof CSSTransition
            ? animation.transitionProperty
            : 'script'
      const what = `${target?.getAttribute('class') || target?.localName}${pseudoElement ?? ''} ${name}`
      seen.set(what, { what, lasts: Number(effect.getComputedTiming().endTime), changes })
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

async function seenIn(page: Page): Promise<Seen[]> {
  return (await page.evaluate(() => (Reflect.get(window, 'animationsSeen') as () => unknown)())) as Seen[]
}

const isMoving = ({ changes, lasts }: Seen) => lasts > 100 && changes.some((name) => travel.includes(name))

test.describe('with less motion wanted', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('no view travels, and nothing fades for longer than 100 ms but signs of waiting', async ({ context, page }) => {
    test.setTimeout(60_000)
    await page.addInitScript(record)
    const wallets = await walkWallets(context)
    await page.goto(demo('/csp.html'))
    await walkThroughViews({ page, ...wallets, visit: async () => undefined })
    const seen = await seenIn(page)
    expect(seen.length).toBeGreaterThan(3)
    expect(seen.filter((one) => isMoving(one) || (one.lasts > 100 && one.lasts !== Number.POSITIVE_INFINITY))).toEqual([])
  })
})

test('otherwise the modal and its views do move', async ({ context, page }) => {
  await page.addInitScript(record)
  await installAlpha(context)
  await page.goto(demo('/csp.html'))
  await openConnect(page)
  await modalOf(page).button('Get started').click()
  await expect(modalOf(page).title).toHaveText('What is a wallet?')
  await settled(page)
  expect(
    (await seenIn(page))
      .filter(isMoving)
      .map(({ what }) => what)
      .join(),
  ).toMatch(/po-modal/)
})
