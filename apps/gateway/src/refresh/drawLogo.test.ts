import sharp from 'sharp'
import { expect, test } from 'vitest'
import { imageLimit, webpSize } from '../wallets/image.js'
import { drawLogo } from './drawLogo.js'
import { RefreshError } from './errors.js'

const svg = (shape: string, size = 100) =>
  new TextEncoder().encode(`<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 100 100">${shape}</svg>`)

async function drawn(bytes: Uint8Array) {
  const made = await drawLogo(bytes)
  expect(webpSize(made.bytes)).toEqual({ width: 128, height: 128 })
  expect(made.bytes.length).toBeLessThanOrEqual(imageLimit)
  const { data, info } = await sharp(made.bytes).raw().toBuffer({ resolveWithObject: true })
  expect(info.channels).toBe(3) // nothing shines through
  /** To the nearest 16, as a picture that loses detail. */
  const at = (x: number, y: number) => [0, 1, 2].map((channel) => Math.round((data[(y * 128 + x) * 3 + channel] ?? 0) / 16) * 16)
  return { ...made, at }
}
const white = [256, 256, 256]

test('keeps a picture that is as all are byte for byte', async () => {
  const bytes = await sharp({ create: { width: 128, height: 128, channels: 3, background: '#ff0000' } })
    .webp()
    .toBuffer()
  expect(await drawLogo(bytes)).toEqual({ bytes: new Uint8Array(bytes), drawn: 'as it is' })
})

test('draws a vector picture sharp, whatever its size says', async () => {
  const { at, drawn: form } = await drawn(svg('<path fill="#f00" d="M0 0h100v100H0z"/><path fill="#fff" d="M50 0h50v100H50z"/>', 8))
  expect([form, at(4, 64), at(60, 64), at(68, 64), at(124, 64)]).toEqual(['drawn', [256, 0, 0], [256, 0, 0], white, white])
})

test('lets the colours at the edge of a round one go on to the corners, and white show through a hole', async () => {
  const ring = 'M50 0a50 50 0 1 0 .1 0zM50 35a15 15 0 1 1-.1 0z'
  const { at, drawn: form } = await drawn(svg(`<path fill="#0000ff" fill-rule="evenodd" d="${ring}"/>`))
  expect([form, at(1, 1), at(126, 126), at(64, 20), at(64, 64)]).toEqual(['on a ground', [0, 0, 256], [0, 0, 256], [0, 0, 256], white])
})

test('puts a mark without a ground on white with room around it, and a white one on dark', async () => {
  const mark = (colour: string) => svg(`<path fill="${colour}" d="M0 0h100v20H0z"/>`)
  const dark = await drawn(mark('#008000'))
  expect([dark.at(2, 2), dark.at(64, 64), dark.at(8, 64), dark.at(30, 64)]).toEqual([white, [0, 128, 0], white, [0, 128, 0]])
  const light = await drawn(mark('#ffffff'))
  expect([light.at(2, 2), light.at(64, 64)]).toEqual([[16, 16, 16], white])
})

test('refuses what is no picture', async () => {
  await expect(drawLogo(new TextEncoder().encode('GIF89a'))).rejects.toThrow(RefreshError)
})
