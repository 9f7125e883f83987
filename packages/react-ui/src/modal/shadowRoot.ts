import { singleton, type Portico } from '@portico/core'
import { modalCss } from '../styles/modal.css.js'

/**
 * Puts the modal's element at the end of the page, with a shadow root and the sheet adopted by it: nothing that a strict
 * `style-src` or Trusted Types would forbid (S38), nothing that a host's `!important` could reach.
 */
export function openShadowRoot(portico: Portico): { element: HTMLElement; remove: () => void } {
  const host = document.createElement('portico-modal')
  // An inline reset: a host that styles every element of its body must not move or hide this one.
  host.style.cssText = 'all:initial!important;display:contents!important'
  const root = host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [singleton(portico, 'sheet', () => sheetOf(modalCss))]
  const element = document.createElement('div')
  element.className = 'portico'
  root.append(element)
  document.body.append(host)
  return { element, remove: () => host.remove() }
}

function sheetOf(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return sheet
}
