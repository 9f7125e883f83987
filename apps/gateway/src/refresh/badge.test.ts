import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { hasBadge } from './badge.js'
import { badge } from './badgePicture.js'
import { chooseLogo } from './chooseLogo.js'
import { pixelsOf } from './drawLogo.js'

const logo = new Uint8Array(readFileSync(new URL('../../data/images/io.rabby.webp', import.meta.url)))

/** A dark disc with the pixels of the badge on it. */
async function withBadge(left: number, top: number): Promise<Uint8Array> {
  const data = Buffer.alloc(badge.width * badge.height * 3, 24)
  for (const [x, y, ...colour] of badge.pixels) data.set(colour, (y * badge.width + x) * 3)
  const raw = { width: badge.width, height: badge.height, channels: 3 as const }
  const input = await sharp(data, { raw }).png().toBuffer()
  return sharp(logo).composite([{ input, left, top }]).webp({ quality: 80 }).toBuffer()
}

test('finds the badge wherever it stands in a logo, and in none without it', async () => {
  for (const [left, top] of [
    [24, 68],
    [0, 0],
    [91, 90],
    [13, 57],
  ] as const) {
    expect(hasBadge(await pixelsOf(await withBadge(left, top))), `${left}, ${top}`).toBe(true)
  }
  expect(hasBadge(await pixelsOf(logo))).toBe(false)
  const dark = await sharp({ create: { width: 128, height: 128, channels: 3, background: '#181818' } })
    .png()
    .toBuffer()
  expect(hasBadge(await pixelsOf(dark))).toBe(false)
})

test('takes the first logo without a badge, and none where all have it', async () => {
  const from = (name: string, bytes: Uint8Array) => ({ package: `${name}@1.0.0`, file: 'logo', licence: 'MIT', bytes })
  const badged = await withBadge(24, 68)
  expect(await chooseLogo([from('first', badged), from('second', logo)])).toMatchObject({ package: 'second@1.0.0', form: 'as it is' })
  expect(await chooseLogo([from('first', badged)])).toBeUndefined()
})
