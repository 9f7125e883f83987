import { createArming, type Arming, type ArmingMachine } from './arming.js'
import { createPointerTrack, type PointerSample, type PointerTrack } from './pointer.js'
import { createPress, type Press } from './press.js'

/** Events of the Approve button that {@link createPress} judges. */
const pressEvents = ['pointerdown', 'mousedown', 'pointerup', 'pointercancel', 'pointerleave', 'blur', 'keydown', 'keyup', 'click'] as const

const pointerEvents = { pointerenter: 'enter', pointermove: 'move', pointerdown: 'down', pointerleave: 'leave' } as const

/** Part of the root that has to be inside the viewport. */
const wholly = 0.99

/** Whether this browser can tell that something else is drawn over an element (IntersectionObserver v2). */
export const canProveVisibility = (): boolean =>
  typeof IntersectionObserver !== 'undefined' &&
  typeof IntersectionObserverEntry !== 'undefined' &&
  'isVisible' in IntersectionObserverEntry.prototype

export interface GuardOptions {
  /** All of what the visitor has to see. */
  readonly root: HTMLElement
  readonly approve: HTMLElement
  /**
   * `proof`: the browser must tell that nothing covers the root. `geometry`: it is enough that the root is inside the viewport; for a
   * top-level window, which no other page can draw over.
   */
  readonly by: 'proof' | 'geometry'
  readonly onChange: (status: Arming['status']) => void
  readonly onApprove: () => void
}

export interface Guard {
  readonly disturb: () => void
  readonly stop: () => void
}

/** Entry of an IntersectionObserver, with what version 2 adds to it. */
type Entry = IntersectionObserverEntry & { readonly isVisible?: boolean }

/** Watches a request until `stop`, and calls `onApprove` once, for a press that a person made on what they saw (S10). */
export function watchRequest({ root, approve, by, onChange, onApprove }: GuardOptions): Guard {
  const arming = createArming({ onChange })
  const track = createPointerTrack()
  const press = createPress(arming, track)
  const ended = new AbortController()
  let done = false

  const stop = () => {
    if (done) return
    done = true
    ended.abort()
    arming.stop()
  }
  watchSight(root, by, arming, ended.signal)
  watchChange(root, approve, arming, press, ended.signal)
  watchPointer(root, track, arming, ended.signal)
  for (const type of pressEvents) {
    approve.addEventListener(
      type,
      (event) => {
        if (!press.handle(event) || done) return
        stop()
        onApprove()
      },
      { signal: ended.signal },
    )
  }
  return { disturb: arming.disturb, stop }
}

function watchSight(root: HTMLElement, by: GuardOptions['by'], arming: ArmingMachine, signal: AbortSignal): void {
  const options: IntersectionObserverInit & { trackVisibility?: boolean; delay?: number } = { threshold: [0, wholly, 1] }
  if (by === 'proof') Object.assign(options, { trackVisibility: true, delay: 100 })
  const seen = new IntersectionObserver((entries: Entry[]) => {
    const entry = entries.at(-1)
    if (!entry) return
    const shown = entry.isIntersecting && entry.intersectionRatio >= wholly && document.visibilityState === 'visible'
    arming.see({ visible: shown && (by === 'geometry' || entry.isVisible === true) })
  }, options)
  seen.observe(root)
  const size = new ResizeObserver(() => arming.see({ width: root.clientWidth, height: root.clientHeight }))
  size.observe(root)
  document.addEventListener('visibilitychange', () => document.visibilityState !== 'visible' && arming.disturb(), { signal })
  signal.addEventListener('abort', () => (seen.disconnect(), size.disconnect()))
}

/** Attributes by which the button itself tells that it is armed. */
const ownAttributes = ['aria-disabled', 'data-arming', 'aria-describedby']

function watchChange(root: HTMLElement, approve: HTMLElement, arming: ArmingMachine, press: Press, signal: AbortSignal): void {
  const isOwn = ({ type, target, attributeName }: MutationRecord) =>
    type === 'attributes' && target === approve && ownAttributes.includes(attributeName ?? '')
  // React writes some attributes of fields with each render, though they are what they were; a name, which nobody sees, by way of ''.
  const isSame = ({ type, target, attributeName, oldValue }: MutationRecord) =>
    type === 'attributes' &&
    target instanceof Element &&
    (attributeName === 'name' || target.getAttribute(attributeName ?? '') === oldValue)
  const content = new MutationObserver((records) => {
    if (records.some((record) => !isOwn(record) && !isSame(record))) arming.disturb()
  })
  content.observe(root, { subtree: true, childList: true, characterData: true, attributes: true, attributeOldValue: true })
  signal.addEventListener('abort', () => content.disconnect())
  const focus = () => press.isHeld() || arming.disturb()
  for (const type of ['focus', 'blur'] as const) window.addEventListener(type, focus, { signal })
  root.addEventListener('focusin', focus, { signal })
}

function watchPointer(root: HTMLElement, track: PointerTrack, arming: ArmingMachine, signal: AbortSignal): void {
  for (const [event, type] of Object.entries(pointerEvents)) {
    const add = (happened: Event) => {
      if (!(happened instanceof PointerEvent) || !happened.isTrusted || happened.pointerType === 'touch') return
      // Enter and leave are told for each element inside as well.
      if ((type === 'enter' || type === 'leave') && happened.target !== root) return
      const { clientX, clientY, screenX, screenY, timeStamp } = happened
      const sample: PointerSample = { type, clientX, clientY, screenX, screenY, at: timeStamp }
      if (!track.add(sample)) arming.disturb()
    }
    // While capturing: the track knows of a press before the button does.
    root.addEventListener(event, add, { signal, capture: true })
  }
}
