import type { Portico } from '@portico/core'
import { singleton } from '@portico/core/kit'
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
  const roots = rootsOf(portico)
  roots.add(root)
  root.adoptedStyleSheets = [...sheetsOf(portico)]
  const element = document.createElement('div')
  element.className = 'portico'
  root.append(element)
  document.body.append(host)
  const remove = () => {
    roots.delete(root)
    host.remove()
  }
  return { element, remove }
}

/** What the views after Connect have beside the modal's own sheet: fetched once, with the first of them. @throws when it does not load */
export async function loadViewsSheet(portico: Portico): Promise<void> {
  const sheets = sheetsOf(portico)
  if (sheets.length > 1) return
  const { viewsCss } = await import('../styles/views.css.js')
  if (sheets.length === 1) sheets.push(sheetOf(viewsCss))
  for (const root of rootsOf(portico)) root.adoptedStyleSheets = [...sheets]
}

const sheetsOf = (portico: Portico) => singleton<CSSStyleSheet[]>(portico, 'sheets', () => [sheetOf(modalCss)])
const rootsOf = (portico: Portico) => singleton<Set<ShadowRoot>>(portico, 'shadowRoots', () => new Set())

function sheetOf(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return sheet
}
