import type { Locator, Page } from '@playwright/test'
import { expect } from './test.js'

type Hands = Pick<Locator, 'click' | 'fill' | 'hover'>

/** Steps to what is looked for, over everything on the page. */
const mostSteps = 120

/**
 * What helpers click, fill in and hover over is reached by Tab and the arrows from now on, and pressed by the space bar, links by Enter, in
 * every page of the test: a walk is one without a mouse then. Enter approves nothing (S10).
 * @returns what undoes it
 */
export function byKeyboardAlone(page: Page): () => void {
  const prototype = Object.getPrototypeOf(page.locator('*')) as Hands
  const { click, fill, hover } = prototype
  Object.assign(prototype, {
    click: async function (this: Locator) {
      await reach(this)
      const isLink = await this.evaluate((element) => element.localName === 'a')
      await this.page().keyboard.press(isLink ? 'Enter' : 'Space')
    },
    fill: async function (this: Locator, text: string) {
      await reach(this)
      await this.page().keyboard.press('ControlOrMeta+a')
      await this.page().keyboard.type(text)
    },
    hover: reachThis,
  })
  return () => void Object.assign(prototype, { click, fill, hover })
}

async function reachThis(this: Locator): Promise<void> {
  await reach(this)
}

async function reach(target: Locator): Promise<void> {
  await expect(target).toBeEnabled()
  for (let steps = 0; steps < mostSteps; steps += 1) {
    const at = await target.evaluate(standing)
    if (at === 'there') return
    await target.page().keyboard.press(at === 'beside' ? 'ArrowRight' : 'Tab')
  }
  throw new Error(`The keyboard never reached ${String(target)}`)
}

/** Where the focus is, seen from an element. Of tabs and choices one is reached by Tab, and the others from it by the arrows. */
function standing(element: Element): 'there' | 'beside' | 'away' {
  const root = element.getRootNode()
  const focused = root instanceof Document || root instanceof ShadowRoot ? root.activeElement : null
  if (focused === element) return 'there'
  const group = element.closest('[role="tablist"], [role="radiogroup"], [role="listbox"]')
  return focused && group?.contains(focused) ? 'beside' : 'away'
}
