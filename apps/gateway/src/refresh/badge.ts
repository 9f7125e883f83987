import { badge } from './badgePicture.js'

/** Pixels of a picture, three or four bytes each, row by row. */
export interface Pixels {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
  readonly channels: number
}

/** Root of the mean square by which a channel may differ, of 255. Pictures with the badge are at 10 at the most, others at 50 at the least. */
const tolerance = 24

/**
 * Whether the seal of a certification stands in a picture, at whatever place: a round, dark one, which a listing of another product draws
 * into logos. It says of a wallet what nobody here has looked at, and hides a quarter of its mark.
 */
export function hasBadge({ data, width, height, channels }: Pixels): boolean {
  const places = badge.pixels.map(([x, y]) => (y * width + x) * channels)
  const wanted = badge.pixels.map(([, , ...colour]) => colour)
  const limit = tolerance ** 2 * 3 * places.length
  const isAt = (start: number): boolean => {
    let sum = 0
    for (let sample = 0; sample < places.length && sum <= limit; sample += 1) {
      const at = start + (places[sample] ?? 0)
      const [red, green, blue] = wanted[sample] ?? [0, 0, 0]
      sum += ((data[at] ?? 0) - red) ** 2 + ((data[at + 1] ?? 0) - green) ** 2 + ((data[at + 2] ?? 0) - blue) ** 2
    }
    return sum <= limit
  }
  for (let y = 0; y + badge.height <= height; y += 1) {
    for (let x = 0; x + badge.width <= width; x += 1) if (isAt((y * width + x) * channels)) return true
  }
  return false
}
