'use client'
import { routerStore } from '@portico/core/kit'
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { KeyboardEvent, RefObject } from 'react'
import { usePortico } from '../PorticoProvider.js'

const focusable = ':is(button, input, textarea, select):not([disabled], [tabindex="-1"]), a[href], [tabindex="0"]'
const focusables = (card: Element) =>
  [...card.querySelectorAll<HTMLElement>(focusable)].filter((element) => element.getClientRects().length > 0 && !element.closest('[inert]'))

/** A control by what it says, and by its place, should that be something else by now. */
interface Used {
  readonly name: string
  readonly at: number
}
const nameOf = (control: HTMLElement) => control.getAttribute('aria-label') ?? control.textContent

/** The control that was used: at its place, or where one of its name stands now. */
function findUsed(card: Element, { name, at }: Used): HTMLElement | undefined {
  const all = focusables(card)
  const there = all[at]
  if (there && nameOf(there) === name) return there
  return (name === '' ? undefined : all.find((control) => nameOf(control) === name)) ?? there
}

/** What a view has the focus on when it comes: what it names for those with a keyboard at hand, else its title. */
const firstFocus = (card: Element | null) =>
  (matchMedia('(pointer: fine)').matches ? card?.querySelector<HTMLElement>('[data-autofocus]') : null) ??
  card?.querySelector<HTMLElement>('#po-title')

/** Shows the dialog, and has the browser give the focus at once to what shall have it: it would take the first button, and ours come after. */
export function showDialog(dialog: HTMLDialogElement, card: Element | null): void {
  const first = firstFocus(card)
  first?.setAttribute('autofocus', '')
  dialog.showModal()
  first?.removeAttribute('autofocus')
}

/**
 * Focus goes to the dialog on open, to the new view's title on the way forward, and on the way back to the control that was
 * used there. Where a view takes away what has it, it goes to the title.
 */
export function useViewFocus(
  card: RefObject<HTMLElement | null>,
  key: number | undefined,
  direction: 'forward' | 'back' | 'none',
  open: boolean,
): void {
  const portico = usePortico()
  const used = useRef(new Map<number, Used>())
  const shown = useRef<number | undefined>(undefined)

  useEffect(
    () =>
      routerStore(portico).subscribe(() => {
        const element = card.current
        const root = element?.getRootNode()
        if (!element || shown.current === undefined || !(root instanceof ShadowRoot)) return
        const all = focusables(element)
        const at = all.findIndex((control) => control === root.activeElement)
        const control = all[at]
        if (control) used.current.set(shown.current, { name: nameOf(control), at })
      }),
    [portico, card],
  )
  useLayoutEffect(() => {
    const element = card.current
    if (!element || !open) return
    let last: HTMLElement | undefined
    const note = ({ target }: FocusEvent) => void (last = target instanceof HTMLElement ? target : undefined)
    const changed = new MutationObserver((records) => {
      if (!last || document.activeElement !== document.body) return
      // A row that was taken away, a button whose list is loaded again: the focus would be on the page below.
      if (!last.isConnected) element.querySelector<HTMLElement>('#po-title')?.focus({ preventScroll: true })
      // One that was moved: React gives it back in a document, and does not see it in a shadow root.
      else if (records.some(({ addedNodes }) => [...addedNodes].some((node) => node.contains(last ?? null))))
        last.focus({ preventScroll: true })
    })
    element.addEventListener('focusin', note)
    changed.observe(element, { childList: true, subtree: true })
    return () => {
      element.removeEventListener('focusin', note)
      changed.disconnect()
    }
  }, [card, open])
  useLayoutEffect(() => {
    const element = card.current
    if (!open) used.current.clear()
    const old = shown.current
    shown.current = open ? key : undefined
    if (!element || !open || key === undefined || old === key) return
    const back = direction === 'back' ? used.current.get(key) : undefined
    const control = back && findUsed(element, back)
    const target = control ?? firstFocus(element)
    target?.focus({ preventScroll: true })
  }, [card, key, direction, open])
}

/** Tab stays in the dialog: after the last control comes the first. */
export function loopTab(event: KeyboardEvent, card: HTMLElement | null): void {
  const root = card?.getRootNode()
  if (!card || !(root instanceof ShadowRoot)) return
  const all = focusables(card)
  const first = all[0]
  const last = all.at(-1)
  const at = all.findIndex((control) => control === root.activeElement)
  const leaves = event.shiftKey ? at <= 0 : at === all.length - 1
  if (!leaves || !first || !last) return
  event.preventDefault()
  ;(event.shiftKey ? last : first).focus()
}
