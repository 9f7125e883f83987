/** A trusted pointer event of this frame, in CSS pixels. */
export interface PointerSample {
  readonly type: 'enter' | 'move' | 'down' | 'leave'
  readonly clientX: number
  readonly clientY: number
  readonly screenX: number
  readonly screenY: number
  /** Milliseconds. */
  readonly at: number
}

/** Milliseconds that a mouse has to be inside before it may press: a frame that is pushed under the pointer does not get its press. */
export const settleFor = 250

/** How far screen and client positions may drift apart per pixel moved: page zoom goes from 25 % to 500 %. */
const zoomAllowance = 4
const jitter = 6

/** True where the frame moved on the screen between two events, and not the pointer inside the frame. */
export function frameMoved(before: PointerSample, after: PointerSample): boolean {
  const moved = (axis: 'X' | 'Y') => {
    const inside = after[`client${axis}`] - before[`client${axis}`]
    const outside = after[`screen${axis}`] - before[`screen${axis}`]
    return Math.abs(outside - inside) > jitter + zoomAllowance * Math.abs(inside)
  }
  return moved('X') || moved('Y')
}

export interface PointerTrack {
  /** Returns false where the frame was moved under the pointer: the caller disturbs the arming. */
  readonly add: (sample: PointerSample) => boolean
  /** Whether a press at this moment comes from a pointer that has been here long enough. */
  readonly settled: (at: number) => boolean
}

/** Follows a mouse or pen. A finger has no position before it touches and is not followed. */
export function createPointerTrack(): PointerTrack {
  let last: PointerSample | undefined
  let inside: number | undefined
  return {
    add(sample) {
      const before = last
      if (sample.type === 'leave') {
        last = undefined
        inside = undefined
        return true
      }
      last = sample
      if (!before) {
        inside = sample.at
        return true
      }
      if (!frameMoved(before, sample)) return true
      inside = sample.at
      return false
    },
    settled: (at) => inside !== undefined && at - inside >= settleFor,
  }
}
