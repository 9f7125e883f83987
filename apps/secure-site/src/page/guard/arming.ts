/** What must hold, without a break, before an approval counts (S10). */
export interface Sight {
  /** The whole request root is on the screen and nothing covers, fades, scales or clips it, as far as the browser can tell. */
  readonly visible: boolean
  /** Of the request root, in CSS pixels. */
  readonly width: number
  readonly height: number
}

/** Milliseconds that everything has to stay as it is. */
export const steadyFor = 500

/** Smallest request root that a visitor can read, in CSS pixels. */
export const smallest = { width: 320, height: 480 } as const

export type Arming =
  | { readonly status: 'unseen' }
  /** Seen, and still for a part of the time. */
  | { readonly status: 'arming' }
  | { readonly status: 'armed' }

export interface ArmingMachine {
  readonly state: () => Arming['status']
  /** Counts up with each disturbance: a press that began in another generation is void. */
  readonly generation: () => number
  /** What the browser's observers say now. */
  readonly see: (sight: Partial<Sight>) => void
  /** Content, size or focus changed: the time starts again. */
  readonly disturb: () => void
  readonly stop: () => void
}

/** Whether the root can be read at all. */
export const isLargeEnough = ({ width, height }: Pick<Sight, 'width' | 'height'>): boolean =>
  width >= smallest.width && height >= smallest.height

/**
 * Arms after {@link steadyFor} milliseconds in which the request was wholly visible, large enough and did not change.
 * Whatever interrupts that disarms at once (S10).
 */
export function createArming({ onChange = () => {} }: { readonly onChange?: (status: Arming['status']) => void } = {}): ArmingMachine {
  let sight: Sight = { visible: false, width: 0, height: 0 }
  let status: Arming['status'] = 'unseen'
  let generation = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false

  function become(next: Arming['status']): void {
    if (next === status) return
    status = next
    onChange(next)
  }

  function restart(): void {
    if (stopped) return
    generation += 1
    clearTimeout(timer)
    if (!sight.visible || !isLargeEnough(sight)) return become('unseen')
    become('arming')
    timer = setTimeout(() => become('armed'), steadyFor)
  }

  return {
    state: () => status,
    generation: () => generation,
    see(change) {
      const next = { ...sight, ...change }
      if (next.visible === sight.visible && next.width === sight.width && next.height === sight.height) return
      sight = next
      restart()
    },
    disturb: restart,
    stop() {
      stopped = true
      generation += 1
      clearTimeout(timer)
      status = 'unseen'
    },
  }
}
