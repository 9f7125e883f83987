import { directionOf, localeOf } from '@portico/core/kit'
import { createRoot } from 'react-dom/client'
import { App } from './App.js'
import type { Stage } from './stage.js'
import { styles } from './styles.css.js'

export interface MountOptions {
  readonly root: HTMLElement
  readonly stage: Stage
  readonly locale: string
  /** The page is in the site's modal, which has a title and a close button. */
  readonly framed?: boolean
}

/** Draws the stage into the page, from now on. A second call does nothing. */
export function mountScreens({ root, stage, locale, framed = false }: MountOptions): void {
  if (root.dataset['mounted'] !== undefined) return
  root.dataset['mounted'] = ''
  // A constructed sheet: the page's policy allows no style in its markup.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  root.classList.add('portico')
  // For fingers, what can be pressed is as large as in the modal's bottom sheet. How wide the frame is says nothing of the screen.
  if (matchMedia('(pointer: coarse)').matches) root.dataset['form'] = 'sheet'
  root.lang = localeOf(locale)
  root.dir = directionOf(localeOf(locale))
  createRoot(root).render(<App stage={stage} root={root} locale={locale} framed={framed} />)
}
