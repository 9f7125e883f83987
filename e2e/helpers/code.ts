import type { Page } from '@playwright/test'
import { encode } from 'uqr'
import { modalOf } from './modal.js'
import { expect } from './test.js'

const finder = 7
/** How much of the side a picture in the middle covers, at the most. */
const covered = 0.27

/** Expects that the QR code on screen says a text, to the letter: the drawing is read back, module by module. */
export async function expectCode(page: Page, text: string): Promise<void> {
  const drawing = modalOf(page).root.locator('.po-qr svg > path').first()
  await expect(drawing).toBeVisible()
  const wanted = encode(text, { ecc: 'Q', border: 0 }).data
  const size = wanted.length
  const inFinder = (x: number, y: number) =>
    (x < finder && y < finder) || (x >= size - finder && y < finder) || (x < finder && y >= size - finder)
  const inMiddle = (x: number, y: number) => [x, y].every((at) => Math.abs(at + 0.5 - size / 2) <= (size * covered) / 2)
  await expect(async () => {
    expect(await modalOf(page).root.locator('.po-qr svg').first().getAttribute('viewBox')).toBe(`0 0 ${size} ${size}`)
    const dark = readBars(String(await drawing.getAttribute('d')))
    const wrong = wanted.flatMap((row, y) =>
      row.flatMap((isDark, x) => (inFinder(x, y) || inMiddle(x, y) || dark.has(`${x} ${y}`) === isDark ? [] : [`${x} ${y}`])),
    )
    expect(wrong).toEqual([])
  }).toPass({ timeout: 5000 })
}

/** The modules that upright strokes through their middles make dark. */
function readBars(path: string): ReadonlySet<string> {
  const dark = new Set<string>()
  for (const [, x, y, length] of path.matchAll(/M([\d.]+) ([\d.]+)v([\d.]+)/g)) {
    for (let at = 0; at <= Number(length); at += 1) dark.add(`${Math.floor(Number(x))} ${Math.floor(Number(y)) + at}`)
  }
  return dark
}
