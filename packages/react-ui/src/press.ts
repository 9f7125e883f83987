import { defineSlot, defineStore } from '@portico/core/kit'

/** What has become of the last press on a button of the page. */
export interface Press {
  /** Which button it was: the others say nothing of it. */
  readonly button: object | undefined
  /** `waiting` until the modal shows, `failed` where its code did not load. */
  readonly status: 'none' | 'waiting' | 'failed'
  /** How often in a row it did not load. */
  readonly failures: number
}

export const pressStore = defineStore<Press>('press', () => ({ button: undefined, status: 'none', failures: 0 }))

/** The button that the modal was opened with: the focus goes back to it. */
export const openerOf = defineSlot<EventTarget | undefined>('opener', () => undefined)
