import jsQR from 'jsqr'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Qr } from './Qr.js'

/** Codes are the same in each run, and random enough (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
const random = randomFrom(20_261_126)
const key = (): string => Array.from({ length: 64 }, () => Math.floor(random() * 16).toString(16)).join('')
const uris = Array.from({ length: 100 }, () => `wc:${key()}@2?relay-protocol=irn&symKey=${key()}&expiryTimestamp=1900000000`)

/** As Qr.css has them. The modal's plate is as wide as the phone lets it be; 20 px of it are the quiet zone on each side. */
const themes = { light: { ink: '#0d1414', paper: '#fff' }, dark: { ink: '#0d1414', paper: '#f3f6f6' } }
const plates = [328, 312, 296, 280]
const quiet = 20

/** A picture of a plate on a screen with so many dots a pixel. */
async function picture(uri: string, { ink, paper, plate, dots }: { ink: string; paper: string; plate: number; dots: number }) {
  const side = plate - 2 * quiet
  const [svg = ''] = /<svg.*<\/svg>/.exec(renderToStaticMarkup(<Qr text={uri} random label="" />)) ?? []
  const style = `xmlns="http://www.w3.org/2000/svg" width="${side * dots}" height="${side * dots}" style="fill:${ink};color:${ink}"`
  const image = new Image()
  image.src = `data:image/svg+xml,${encodeURIComponent(svg.replace('<svg', `<svg ${style}`))}`
  await image.decode()
  const context = new OffscreenCanvas(plate * dots, plate * dots).getContext('2d')
  if (!context) throw new Error('There is no canvas.')
  context.fillStyle = paper
  context.fillRect(0, 0, plate * dots, plate * dots)
  context.drawImage(image, quiet * dots, quiet * dots)
  // Qr's mark, 56 px in the middle.
  context.fillStyle = ink
  context.fillRect((plate / 2 - 28) * dots, (plate / 2 - 28) * dots, 56 * dots, 56 * dots)
  return context.getImageData(0, 0, plate * dots, plate * dots)
}

test.each([
  ['light', 1],
  ['light', 2],
  ['dark', 1],
  ['dark', 2],
] as const)(
  'a reader reads the codes of 100 pairings, %s, with %i dots a pixel, on the plates of large and small phones',
  async (theme, dots) => {
    const unread: string[] = []
    for (const [index, uri] of uris.entries()) {
      const plate = plates[index % plates.length] ?? 0
      const { data, width, height } = await picture(uri, { ...themes[theme], plate, dots })
      if (jsQR.default(data, width, height)?.data !== uri) unread.push(`${index} at ${plate} px`)
    }
    expect(unread).toEqual([])
  },
)
