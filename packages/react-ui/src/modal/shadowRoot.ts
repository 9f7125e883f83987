import type { Portico } from '@portico/core'
import { defineSlot } from '@portico/core/kit'
import { modalCss } from '../styles/modal.css.js'

/** The modal's element, in a shadow root. */
export interface ModalShadow {
  /** What the modal is drawn into. */
  readonly element: HTMLElement
  /** Has the shadow root wear the sheets of the features, also of those that come. @returns a function that ends that */
  readonly dress: () => () => void
  /** Puts the element at the end of the page. May be called again after that. @returns a function that takes it out */
  readonly attach: () => () => void
  /** Has the browser work out once how the closed dialog will look, without showing it: rules, fonts and letters are then at hand. */
  readonly rehearse: () => void
}

/**
 * Makes the modal's element, with a shadow root and the sheet adopted by it: nothing that a strict `style-src` or Trusted
 * Types would forbid (S38), nothing that a host's `!important` could reach.
 */
export function createModalShadow(portico: Portico): ModalShadow {
  const host = document.createElement('portico-modal')
  // An inline reset: a host that styles every element of its body must not move or hide this one.
  host.style.cssText = 'all:initial!important;display:contents!important'
  host.setAttribute('data-react-aria-top-layer', 'true') // React Aria makes inert what comes while a dialog of its own is open, but not this
  const root = host.attachShadow({ mode: 'open' })
  const element = document.createElement('div')
  element.className = 'portico'
  root.append(element)
  // From the start: where the modal is open when it comes, the dialog is shown, and its layout asked for, before any effect above it runs.
  wear(root, portico)
  const dress = () => {
    const roots = rootsOf(portico)
    roots.add(root)
    wear(root, portico)
    return () => void roots.delete(root)
  }
  const attach = () => {
    document.body.append(host)
    return () => host.remove()
  }
  const rehearse = () => {
    const dialog = element.querySelector('dialog')
    if (!dialog || host.isConnected) return
    host.style.setProperty('visibility', 'hidden', 'important')
    dialog.open = true
    const detach = attach()
    dialog.getBoundingClientRect()
    detach() // before the next frame: nobody has seen it
    dialog.open = false
    host.style.removeProperty('visibility')
  }
  return { element, dress, attach, rehearse }
}

/** Gives the modal the sheet of a feature, once. */
export function adoptSheet(portico: Portico, featureId: string, css: string): void {
  const sheets = sheetsOf(portico)
  if (sheets.has(featureId)) return
  sheets.set(featureId, sheetOf(css))
  for (const root of rootsOf(portico)) wear(root, portico)
}

/** Gives a root the sheets that it has not. To set the same again would have all of it styled anew. */
function wear(root: ShadowRoot, portico: Portico): void {
  const sheets = [...sheetsOf(portico).values()]
  const { adoptedStyleSheets: worn = [] } = root // jsdom has none
  if (worn.length < sheets.length) root.adoptedStyleSheets = sheets
}

/** By the feature; of the modal itself first. */
const sheetsOf = defineSlot<Map<string, CSSStyleSheet>>('sheets', () => new Map([['modal', sheetOf(modalCss)]]))
const rootsOf = defineSlot<Set<ShadowRoot>>('shadow roots', () => new Set())

function sheetOf(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return sheet
}
