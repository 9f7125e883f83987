import { asError } from '../../../kit/asError.js'
import { defineSlot } from '../../../kit/slot.js'
import { pause } from '../../../kit/time.js'
import type { Portico } from '../../../portico/createPortico.js'
import { queryClientOf } from '../../../portico/query.js'
import { checkLabel, readLabel } from '../label.js'
import { getZones } from '../service.js'
import { suggestionsQuery } from '../suggestions.js'
import { nameFormStore, type NameForm } from './store.js'

/** How long typing has to rest before the service is asked, in milliseconds. */
export const suggestionDelay = 400
/** Longest text that is kept. */
const mostText = 255

/** The question under way: another text ends it. */
const checkOf = defineSlot<AbortController | undefined>('name check', () => undefined)

/**
 * Begins a name anew. Does nothing while one is being signed for.
 * @example startName(portico) // an empty form
 */
export function startName(portico: Portico): void {
  edit(portico, '', 0)
}

/**
 * Takes what was typed. Whether it can be a name is told at once; whether it is free, once typing has rested for 400 ms: the form tells.
 * Does nothing while a name is being signed for. Never throws.
 * @example setNameText(portico, 'mira') // looked at, and asked for once the visitor has stopped typing
 */
export function setNameText(portico: Portico, text: string): void {
  edit(portico, text, suggestionDelay)
}

/**
 * Takes one of the names that the service suggested. @param name whole
 * @example chooseName(portico, 'mira7.example.eth') // one of the suggestions
 */
export function chooseName(portico: Portico, name: string): void {
  edit(portico, name.slice(0, name.indexOf('.')), 0)
}

/**
 * Asks again whether what stands there is free.
 * @example checkNameAgain(portico) // the service was away
 */
export function checkNameAgain(portico: Portico): void {
  edit(portico, nameFormStore(portico).getState().text, 0)
}

function edit(portico: Portico, typed: string, delay: number): void {
  const store = nameFormStore(portico)
  if (store.getState().status === 'signing') return
  checkOf(portico)?.abort()
  const text = typed.slice(0, mostText)
  if (!text.trim()) return store.setState({ status: 'empty', text }, true)
  const own = new AbortController()
  checkOf.put(portico, own)
  void check(portico, text, delay, own.signal)
}

async function check(portico: Portico, text: string, delay: number, signal: AbortSignal): Promise<void> {
  const store = nameFormStore(portico)
  const show = (form: NameForm) => {
    if (!signal.aborted) store.setState(form, true)
  }
  // Without the parent, which may not be known yet, a whole name is not told from a bad one.
  const problem = checkLabel(readLabel(text, ''))
  if (problem && !text.includes('.')) return show({ status: 'invalid', text, problem })
  show({ status: 'checking', text })
  try {
    await pause(delay, signal)
    const {
      zones: [zone],
    } = await getZones(portico)
    const label = readLabel(text, zone)
    const wrong = checkLabel(label)
    if (wrong) return show({ status: 'invalid', text, problem: wrong })
    if (signal.aborted) return
    const { refusal, others } = await queryClientOf(portico).fetchQuery(suggestionsQuery(portico, { label, zone }))
    const name = `${label}.${zone}`
    show(refusal ? { status: 'taken', text, name, refusal, others } : { status: 'free', text, name, others })
  } catch (error) {
    show({ status: 'unknown', text, error: asError(error) })
  }
}
