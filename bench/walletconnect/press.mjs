// Presses buttons of a page by what they say, as a pointer does.
import { sleep, until } from '../lib/driver.mjs'

/** How long a pointer rests on a button before it presses, in milliseconds. People take longer. */
export const hover = 100

/** The middle of the button with this text; undefined until it is on screen. */
const find = (text) => {
  const { all, deepText, onScreen, opacity } = window.__bench
  const found = all('button').find((button) => deepText(button).includes(text) && onScreen(button) && opacity(button) > 0.5)
  const box = found?.getBoundingClientRect()
  return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** @throws Error when there is no such button within ten seconds */
export async function placeOf(page, text) {
  const isThere = await until(page, find, { arg: text, timeout: 10_000, every: 30 })
  const place = isThere && (await page.evaluate(find, text))
  if (!place) throw new Error(`There is no button '${text}'.`)
  return place
}

export async function press(page, text, { hovers = true } = {}) {
  const { x, y } = await placeOf(page, text)
  await page.mouse.move(x, y, { steps: 3 })
  if (hovers) await sleep(hover)
  await page.mouse.down()
  await page.mouse.up()
}
