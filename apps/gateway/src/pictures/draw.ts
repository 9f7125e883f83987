import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { PictureError } from './errors.js'

/** The longest side, in pixels. */
export type PictureSize = 128 | 512

/** Milliseconds that drawing one picture may take. */
export const drawTimeoutMs = 4000
/** How many are drawn at once, and how many wait for it. */
const atOnce = 2
const waiting = 64
/** The most pixels that a picture may unfold to. */
const pixels = 40_000_000

/**
 * Draws a picture anew as WebP. Each in a process of its own that is killed when it takes too long: what a stranger drew may be made
 * to keep a renderer busy for ever, and no renderer's own time limit has held.
 */
export interface Draw {
  /** @throws PictureError, and what `signal` was aborted with */
  (parameters: { readonly bytes: Buffer; readonly size: PictureSize; readonly signal: AbortSignal }): Promise<Buffer>
}

/** Runs by `--eval`, so that a bundle of a service needs no second file. Its input is the picture, its output the drawing. */
const program = `
const { default: sharp } = await import(process.argv[1])
const size = Number(process.argv[2])
const pieces = []
for await (const piece of process.stdin) pieces.push(piece)
sharp.cache(false)
sharp.concurrency(1)
const drawn = await sharp(Buffer.concat(pieces), { limitInputPixels: ${pixels}, failOn: 'error', pages: 1, unlimited: false })
  .rotate()
  .resize(size, size, { fit: 'inside', withoutEnlargement: true })
  .webp({ quality: 82 })
  .toBuffer()
process.stdout.write(drawn)
`

export function createDraw(): Draw {
  const library = pathToFileURL(pathOf('sharp')).href
  const queue: (() => void)[] = []
  let busy = 0

  const turn = async (signal: AbortSignal): Promise<void> => {
    if (busy >= atOnce) {
      if (queue.length >= waiting) throw new PictureError('unavailable', 'Too many pictures wait to be drawn.')
      await new Promise<void>((resolve) => queue.push(resolve))
    } else busy += 1
    if (!signal.aborted) return
    done()
    signal.throwIfAborted()
  }
  const done = (): void => {
    const next = queue.shift()
    if (next) next()
    else busy -= 1
  }

  return async ({ bytes, size, signal }) => {
    await turn(signal)
    try {
      return await run([library, String(size)], bytes, signal)
    } finally {
      done()
    }
  }
}

function run(values: readonly string[], bytes: Buffer, signal: AbortSignal): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // The picture is a stranger's: it gets none of this process's secrets.
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program, ...values], {
      env: {},
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    const pieces: Buffer[] = []
    let said = ''
    const kill = (): void => void child.kill('SIGKILL')
    const timer = setTimeout(() => {
      reject(new PictureError('too-large', `It takes more than ${drawTimeoutMs} ms to draw.`))
      kill()
    }, drawTimeoutMs)
    signal.addEventListener('abort', kill, { once: true })
    child.stdout.on('data', (piece: Buffer) => pieces.push(piece))
    child.stderr.on('data', (piece: Buffer) => (said = (said + String(piece)).slice(-2000)))
    // It ends without reading where it refuses early.
    child.stdin.on('error', () => undefined)
    child.on('error', reject)
    child.on('close', (code) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', kill)
      if (signal.aborted) return reject(signal.reason)
      if (code === 0 && pieces.length > 0) return resolve(Buffer.concat(pieces))
      const isLarge = /pixel limit/i.test(said)
      reject(
        new PictureError(isLarge ? 'too-large' : 'unreadable', isLarge ? 'It has too many pixels.' : 'It is no picture.', { cause: said }),
      )
    })
    child.stdin.end(bytes)
  })
}

/** Of this package, or of the one that this is bundled into. */
function pathOf(name: string): string {
  const { resolve } = createRequire(import.meta.url)
  try {
    return resolve(name)
  } catch {
    return createRequire(resolve('@portico/gateway/package.json')).resolve(name)
  }
}
