import { demo, expect, test } from './helpers/test.js'
import { walkThroughViews } from './helpers/views.js'
import { walkWallets } from './helpers/walk.js'

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

for (const reducedMotion of ['reduce', 'no-preference'] as const) {
  test.describe(reducedMotion, () => {
    test.use({ contextOptions: { reducedMotion } })

    test(
      reducedMotion === 'reduce'
        ? 'with less motion wanted, no view travels, and nothing fades for longer than 100 ms'
        : 'otherwise views and the modal do move',
      async ({ context, page }) => {
        test.setTimeout(60_000)
        await page.addInitScript(record)
        const wallets = await walkWallets(context)
        await page.goto(demo('/csp.html'))
        await walkThroughViews({ page, ...wallets, visit: async () => undefined })
        const seen = (await page.evaluate(() => (Reflect.get(window, 'animationsSeen') as () => unknown)())) as Seen[]
        const moving = seen.filter(({ changes, lasts }) => lasts > 100 && changes.some((name) => travel.includes(name)))
        // Signs of waiting may fade for as long as the waiting takes.
        const fading = seen.filter(({ lasts }) => lasts > 100 && lasts !== Number.POSITIVE_INFINITY)
        if (reducedMotion === 'reduce') expect([...moving, ...fading]).toEqual([])
        else expect(moving.map(({ what }) => what).join()).toMatch(/po-modal/)
      },
    )
  })
}
