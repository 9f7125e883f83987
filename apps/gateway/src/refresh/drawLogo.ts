import sharp, { type Sharp } from 'sharp'
import { imageLimit } from '../wallets/image.js'
import { RefreshError } from './errors.js'
import type { Pixels } from './badge.js'

/** Pictures are squares of this many pixels. */
export const logoSize = 128
/** A mark without a ground of its own fills this much of the square. */
const markShare = 0.72
/** What a picture may weigh that is drawn here, in bytes: the built-in ones travel with the modal. */
const wanted = 3500

/** How a logo came to its form: as the source has it, drawn at this size, or put on a ground. */
export type Drawn = 'as it is' | 'drawn' | 'on a ground'

/** The pixels of a picture as a white page shows it. @throws RefreshError */
export async function pixelsOf(bytes: Uint8Array): Promise<Pixels> {
  const { data, info } = await read(bytes)
    .then((image) => image.flatten({ background: '#fff' }).removeAlpha().raw().toBuffer({ resolveWithObject: true }))
    .catch(refuse)
  return { data, width: info.width, height: info.height, channels: info.channels }
}

/**
 * A logo as all of them are: WebP, a square of {@link logoSize} pixels that is filled to its corners, so that the modal alone gives it its
 * shape and it looks the same on light and dark. One that is so already stays byte for byte. Of a round one the colours at its edge go
 * on to the corners; a mark without a ground gets a white one, or a dark one where the mark is white.
 * @throws RefreshError when it is no picture, or larger than 16 kB
 */
export async function drawLogo(bytes: Uint8Array): Promise<{ bytes: Uint8Array<ArrayBuffer>; drawn: Drawn }> {
  const { format, width, height } = await sharp(bytes).metadata().catch(refuse)
  const size = logoSize * 2
  const clear = { r: 0, g: 0, b: 0, alpha: 0 }
  const image = (await read(bytes)).resize(size, size, { fit: 'contain', background: clear }).ensureAlpha()
  const data = await image.raw().toBuffer().catch(refuse)
  const isOpaque = shareOf(data, (alpha) => alpha === 255) === 1
  if (isOpaque && format === 'webp' && width === logoSize && height === logoSize) return { bytes: new Uint8Array(bytes), drawn: 'as it is' }
  const filled = isOpaque ? data : isFull(data, size) ? fillCorners(data, size) : await putOnGround(data, size)
  const raw = { width: size, height: size, channels: 4 as const }
  for (const quality of [90, 80, 65, 50]) {
    const made = await sharp(filled, { raw }).flatten({ background: '#fff' }).resize(logoSize).webp({ quality, effort: 6 }).toBuffer()
    if (made.length <= wanted || (quality === 50 && made.length <= imageLimit)) {
      return { bytes: new Uint8Array(made), drawn: isOpaque ? 'drawn' : 'on a ground' }
    }
  }
  throw new RefreshError(`A logo has more than ${imageLimit} bytes.`)
}

/** An SVG is drawn as large as it is needed. */
async function read(bytes: Uint8Array): Promise<Sharp> {
  const { format, width = 1, height = 1 } = await sharp(bytes).metadata()
  if (format !== 'svg') return sharp(bytes)
  return sharp(bytes, { density: Math.min(Math.max((72 * logoSize * 2) / Math.max(width, height), 1), 2400) })
}

const refuse = (cause: unknown): never => {
  throw new RefreshError('A logo is no picture.', { cause })
}

function shareOf(data: Uint8Array, holds: (alpha: number) => boolean): number {
  let count = 0
  for (let at = 3; at < data.length; at += 4) if (holds(data[at] ?? 0)) count += 1
  return (count * 4) / data.length
}

/** Whether it has a ground of its own, of a round or rounded form: nearly every way from the edge to the middle meets it soon. */
function isFull(data: Uint8Array, size: number): boolean {
  if (shareOf(data, (alpha) => alpha > 128) < 0.7) return false
  const ways = 180
  let met = 0
  for (let way = 0; way < ways; way += 1) {
    const angle = (way / ways) * 2 * Math.PI
    const radius = size * 0.44
    const [x, y] = [Math.round(size / 2 + radius * Math.cos(angle)), Math.round(size / 2 + radius * Math.sin(angle))]
    if ((data[(y * size + x) * 4 + 3] ?? 0) > 200) met += 1
  }
  return met > ways * 0.95
}

/** Each clear pixel outside takes the colour that is met first on the way to the middle. One inside is a hole, through which white shows. */
function fillCorners(data: Uint8Array, size: number): Uint8Array {
  const filled = new Uint8Array(data)
  const isOutside = outside(data, size)
  const middle = (size - 1) / 2
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const at = (y * size + x) * 4
      const alpha = data[at + 3] ?? 0
      if (alpha === 255) continue
      const steps = Math.ceil(Math.hypot(x - middle, y - middle))
      let from = at
      for (let step = 0; step < steps; step += 1) {
        const share = step / steps
        from = (Math.round(y + (middle - y) * share) * size + Math.round(x + (middle - x) * share)) * 4
        if (data[from + 3] === 255) break
      }
      for (const channel of [0, 1, 2]) {
        const [own = 0, other = 0] = [data[at + channel], isOutside[at / 4] ? data[from + channel] : 255]
        filled[at + channel] = Math.round((own * alpha + other * (255 - alpha)) / 255)
      }
      filled[at + 3] = 255
    }
  }
  return filled
}

/** Which pixels can be reached from the corners without crossing what is drawn. */
function outside(data: Uint8Array, size: number): Uint8Array {
  const reached = new Uint8Array(size * size)
  const open = [0, size - 1, size * (size - 1), size * size - 1]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (reached[at]) continue
    reached[at] = 1
    if (data[at * 4 + 3] === 255) continue
    const [x, y] = [at % size, Math.floor(at / size)]
    if (x > 0) open.push(at - 1)
    if (x < size - 1) open.push(at + 1)
    if (y > 0) open.push(at - size)
    if (y < size - 1) open.push(at + size)
  }
  return reached
}

async function putOnGround(data: Uint8Array, size: number): Promise<Uint8Array> {
  const raw = { width: size, height: size, channels: 4 as const }
  const box = boxOf(data, size)
  const largest = Math.round(size * markShare)
  const scale = Math.min(1, largest / Math.max(box.width, box.height))
  const [width, height] = [Math.max(1, Math.round(box.width * scale)), Math.max(1, Math.round(box.height * scale))]
  const mark = await sharp(data, { raw }).extract(box).resize(width, height, { fit: 'fill' }).png().toBuffer()
  const background = brightness(data) > 0.85 ? '#141414' : '#ffffff'
  const ground = sharp({ create: { width: size, height: size, channels: 4, background } })
  return ground
    .composite([{ input: mark, left: Math.round((size - width) / 2), top: Math.round((size - height) / 2) }])
    .raw()
    .toBuffer()
}

function boxOf(data: Uint8Array, size: number): { left: number; top: number; width: number; height: number } {
  let [left, top, right, bottom] = [size, size, -1, -1]
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      if ((data[(y * size + x) * 4 + 3] ?? 0) < 16) continue
      ;[left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)]
    }
  }
  return right < 0 ? { left: 0, top: 0, width: size, height: size } : { left, top, width: right - left + 1, height: bottom - top + 1 }
}

/** Of what is to be seen, from 0 to 1. */
function brightness(data: Uint8Array): number {
  let [sum, weight] = [0, 0]
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4)
    sum += (0.2126 * red + 0.7152 * green + 0.0722 * blue) * alpha
    weight += alpha * 255
  }
  return weight === 0 ? 0 : sum / weight
}
