import { Buffer } from 'node:buffer'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encode } from 'uqr'
import { demoUrl } from './sandbox.js'

const [width, height] = [640, 480]

/** What the camera of a browser sees that was started with `cameraArgs`: read anew whenever a page opens it. */
const film = join(tmpdir(), `portico-camera-${new URL(demoUrl).port}.y4m`)

/** Chromium's own test camera, which plays a film instead of its green picture. */
export const cameraArgs: readonly string[] = ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${film}`]

/** Holds a QR code in front of the camera, on grey; without a text there is nothing to be read. */
export function holdUp(text?: string): void {
  const luma = Buffer.alloc(width * height, 0xb0)
  if (text !== undefined) {
    const { data, size } = encode(text, { border: 4 })
    const side = Math.floor((height - 40) / size)
    const [left, top] = [(width - side * size) >> 1, (height - side * size) >> 1]
    for (const [y, line] of data.entries())
      for (const [x, isDark] of line.entries())
        for (let row = 0; row < side; row += 1) {
          const start = (top + y * side + row) * width + left + x * side
          luma.fill(isDark ? 0x18 : 0xe8, start, start + side)
        }
  }
  const colourless = Buffer.alloc((width * height) / 2, 128)
  const frame = [Buffer.from('FRAME\n'), luma, colourless]
  writeFileSync(film, Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`), ...frame, ...frame]))
}
