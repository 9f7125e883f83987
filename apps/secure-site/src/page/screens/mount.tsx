import { createRoot } from 'react-dom/client'
import { loadMessages } from '../i18n/index.js'
import { App } from './App.js'
import type { ModalAround } from './parts.js'
import type { Stage } from './stage.js'
import { styles } from './styles.css.js'

export interface MountOptions {
  readonly root: HTMLElement
  readonly stage: Stage
  /** The page is in the site's modal. */
  readonly framed?: ModalAround
}

/** Fetches what the stage will say. */
export const warmWords = (stage: Stage): void => void loadMessages(stage.state().locale)

/** Draws the stage into the page, from now on. A second call does nothing. */
export function mountScreens({ root, stage, framed }: MountOptions): void {
  if (root.dataset['mounted'] !== undefined) return
  root.dataset['mounted'] = ''
  // A constructed sheet: the page's policy allows no style in its markup.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  root.classList.add('portico')
  // For fingers, what can be pressed is as large as in the modal's bottom sheet. How wide the frame is says nothing of the screen.
  if (matchMedia('(pointer: coarse)').matches) root.dataset['form'] = 'sheet'
  createRoot(root).render(<App stage={stage} root={root} framed={framed} />)
}
