import { crc32, deflateSync } from 'node:zlib'

export interface PngParameters {
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** Red, green and blue of a pixel, 0 to 255 each. */
  readonly colorAt: (x: number, y: number) => readonly [number, number, number]
  /** 0 packs nothing, 9 most. */
  readonly level?: number
}

/** A picture as PNG, eight bits for each of three colours (ISO/IEC 15948). */
export function encodePng({ width, height, colorAt, level = 9 }: PngParameters): Buffer {
  const rows = Buffer.alloc(height * (1 + width * 3))
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) rows.set(colorAt(x, y), y * (1 + width * 3) + 1 + x * 3)
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2], 8)
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(rows, { level })), chunk('IEND', Buffer.alloc(0))])
}

export const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const framed = Buffer.alloc(8 + body.length)
  framed.writeUInt32BE(data.length, 0)
  framed.set(body, 4)
  framed.writeUInt32BE(crc32(body), 4 + body.length)
  return framed
}
