import type { ArmingMachine } from './arming.js'
import type { PointerTrack } from './pointer.js'

/** The part of a DOM event that a press is judged by. */
export interface PressEvent {
  readonly type: string
  readonly isTrusted: boolean
  readonly timeStamp: number
  readonly preventDefault: () => void
  readonly button?: number
  readonly isPrimary?: boolean
  readonly pointerId?: number
  readonly pointerType?: string
  readonly key?: string
  readonly repeat?: boolean
  readonly detail?: number
}

interface Held {
  readonly by: number | 'space'
  readonly generation: number
}

/**
 * Decides which events on the Approve button are an approval (S10): a trusted press and release of the same pointer, or of the
 * space bar, both on the button and with nothing disturbed in between. Enter never approves, nor does a key that was already down.
 * @returns a function that takes each event of the button, and is true for the one that approves
 */
export function createPress(arming: Pick<ArmingMachine, 'state' | 'generation'>, track: Pick<PointerTrack, 'settled'>) {
  let held: Held | undefined
  let keys = 0

  const ready = () => arming.state() === 'armed'
  const release = (by: Held['by']): boolean => {
    const before = held
    held = undefined
    return ready() && before?.by === by && before.generation === arming.generation()
  }

  return {
    /** True between a valid press and its release: a focus that comes with the press itself is no disturbance. */
    isHeld: () => held !== undefined,
    handle(event: PressEvent): boolean {
      if (!event.isTrusted) return false
      switch (event.type) {
        case 'pointerdown': {
          held = undefined
          if (event.button !== 0 || event.isPrimary === false || !ready()) return false
          if (event.pointerType !== 'touch' && !track.settled(event.timeStamp)) return false
          held = { by: event.pointerId ?? 0, generation: arming.generation() }
          return false
        }
        // The button must not take the focus by being pressed: that would be a change.
        case 'mousedown':
          event.preventDefault()
          return false
        case 'pointerup':
          return release(event.pointerId ?? 0)
        case 'pointercancel':
        case 'pointerleave':
        case 'blur':
          held = undefined
          keys = 0
          return false
        case 'keydown':
          keys += 1
          if (event.key === 'Enter') event.preventDefault()
          if (event.key !== ' ') return false
          event.preventDefault()
          if (event.repeat || !ready()) {
            held = undefined
            return false
          }
          held = { by: 'space', generation: arming.generation() }
          return false
        case 'keyup':
          keys = 0
          if (event.key !== ' ') return false
          event.preventDefault()
          return release('space')
        // Pointer and keyboard were judged above. What is left is an assistive technology that presses by itself.
        case 'click':
          event.preventDefault()
          return event.detail === 0 && keys === 0 && held === undefined && ready()
        default:
          return false
      }
    },
  }
}

export type Press = ReturnType<typeof createPress>
