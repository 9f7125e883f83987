import type { Page } from '@playwright/test'
import { encode } from 'uqr'
import { modalOf } from './modal.js'
import { expect } from './test.js'

/** How much of the side a picture in the middle covers, at the most. */
const covered = 0.27

/** Expects that the QR code on screen says a text, to the letter: the drawing is read back, module by module. */
export async function expectCode(page: Page, text: string): Promise<void> {
  const drawing = modalOf(page).root.locator('.po-qr svg > path').first()
  await expect(drawing).toBeVisible()
  const wanted = encode(text, { ecc: 'Q', border: 0 }).data
  const size = wanted.length
  const inMiddle = (x: number, y: number) => [x, y].every((at) => Math.abs(at + 0.5 - size / 2) <= (size * covered) / 2)
  await expect(async () => {
    expect(await modalOf(page).root.locator('.po-qr svg').first().getAttribute('viewBox')).toBe(`0 0 ${size} ${size}`)
    const dark = new Set([...readBars(String(await drawing.getAttribute('d'))), ...(await readRings(page))])
    const wrong = wanted.flatMap((row, y) =>
      row.flatMap((isDark, x) => (inMiddle(x, y) || dark.has(`${x} ${y}`) === isDark ? [] : [`${x} ${y}`])),
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

/** The modules that rings and the dots in them make dark: the patterns in the corners, and those by which readers find their way. */
async function readRings(page: Page): Promise<readonly string[]> {
  const rects = await modalOf(page)
    .root.locator('.po-qr svg')
    .first()
    .locator('rect')
    .evaluateAll((found) => found.map((rect) => ['x', 'y', 'width'].map((name) => Number(rect.getAttribute(name)))))
  return rects.flatMap(([x = 0, y = 0, width = 0]) => {
    // A ring is stroked through the middles of its modules, a dot is filled from edge to edge.
    const isRing = !Number.isInteger(x)
    const [left, top, side] = [Math.floor(x), Math.floor(y), isRing ? width + 1 : width]
    const all = Array.from({ length: side * side }, (_, at) => [at % side, Math.floor(at / side)] as const)
    const drawn = isRing ? all.filter(([i, j]) => [0, side - 1].some((edge) => i === edge || j === edge)) : all
    return drawn.map(([i, j]) => `${left + i} ${top + j}`)
  })
}
