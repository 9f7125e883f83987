/**
 * Why there is no picture. `refused`: it is at a place where nothing is fetched from; `too-large`: in bytes, in pixels, or in what
 * drawing it takes; `unreadable`: it is none, or none that is drawn here; `unavailable`: its server does not give it.
 */
export type PictureReason = 'refused' | 'too-large' | 'unreadable' | 'unavailable'

export class PictureError extends Error {
  override readonly name = 'PictureError'
  readonly code = 'picture'
  readonly reason: PictureReason
  constructor(reason: PictureReason, message: string, { cause }: { cause?: unknown } = {}) {
    super(message, { cause })
    this.reason = reason
  }
}
