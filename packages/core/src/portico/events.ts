import type { Emitter } from '../kit/emitter.js'

/** Every event a portico emits, by name. Features add theirs by declaration merging, in the file that emits it. */
export interface PorticoEvents {
  'modal.opened': { view: string }
  'modal.closed': undefined
  /** A view threw while it was drawn; the visitor is offered to begin again. */
  'view.failed': { error: Error }
}

export type EventName = keyof PorticoEvents

/** What a portico tells of. A listener that throws is reported and does not stop the others. */
export type Events = Pick<Emitter<PorticoEvents>, 'on' | 'emit'>
