import type { SurfaceBox } from '@portico/core/embedded'

/** The parts of a page that the frame needs. */
export interface Page {
  readonly document: Document
  readonly addEventListener: (type: 'message', listener: (event: MessageEvent<unknown>) => void) => void
  readonly removeEventListener: (type: 'message', listener: (event: MessageEvent<unknown>) => void) => void
}

export interface FrameElement {
  /** The window of the page inside; null once the element is gone. */
  readonly window: () => unknown
  /** Puts it over a part of the page, or hides it. */
  readonly place: (box: SurfaceBox | undefined) => void
  readonly remove: () => void
}

export interface FrameElementOptions {
  readonly page: Page
  /** Id and name of the element. */
  readonly id: string
  readonly url: string
  /** The browser has loaded it, or what it shows in its place. */
  readonly onLoad: () => void
  /** The visitor pressed Escape beside the page inside. */
  readonly onEscape: () => void
}

/** Stands on it whatever the page's own sheets say of frames. */
const anyway = (css: string): string => `all:initial;position:fixed;color-scheme:light;${css};`.replaceAll(';', '!important;')

/**
 * The hidden iframe, with the permissions of S8. It sits in a dialog of its own, because the modal is one, too: of
 * dialogs the last that was opened is on top, and everything else is inert. Neither is ever moved, which would load the page inside
 * anew. The iframe itself is a child of the page's own tree, slotted into the dialog: so a window of the secure site that this page has
 * opened finds it among this page's frames, and no rule of this page's sheets reaches it.
 */
export function createFrameElement({ page: { document }, id, url, onLoad, onEscape }: FrameElementOptions): FrameElement {
  const { origin } = new URL(url)
  const host = document.createElement('portico-frame')
  const dialog = document.createElement('dialog')
  const iframe = document.createElement('iframe')
  iframe.id = iframe.name = id
  iframe.title = 'Portico'
  iframe.referrerPolicy = 'strict-origin'
  iframe.allow = ['publickey-credentials-create', 'publickey-credentials-get', 'clipboard-write']
    .map((feature) => `${feature} ${origin}`)
    .join('; ')
  // A recovery code is saved as a file, and printed.
  iframe.setAttribute(
    'sandbox',
    'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads allow-modals',
  )
  host.style.cssText = 'all:initial!important;display:contents!important'
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  // A sheet of its own for what no attribute can say; a strict style-src does not forbid it (S38).
  sheet.replaceSync('dialog{all:unset}dialog:not([open]){display:none}dialog::backdrop{background:none}')
  root.adoptedStyleSheets = [sheet]

  let shown = false
  const hide = () => {
    shown = false
    iframe.style.cssText = anyway('display:none')
    if (dialog.open) dialog.close()
  }
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    onEscape()
  })
  // A browser may close a dialog on its own, at the second Escape.
  dialog.addEventListener('close', () => {
    if (shown && !dialog.open) onEscape()
  })
  // A press beside the page inside is one on what is below: the modal's own buttons.
  dialog.addEventListener('click', ({ target, clientX, clientY }) => {
    if (target !== dialog) return
    dialog.close()
    let below = document.elementFromPoint(clientX, clientY)
    while (below?.shadowRoot) {
      const inner = below.shadowRoot.elementFromPoint(clientX, clientY)
      if (!inner || inner === below) break
      below = inner
    }
    dialog.showModal()
    below?.closest('button')?.click()
  })

  hide()
  iframe.onload = onLoad
  iframe.src = url
  dialog.append(document.createElement('slot'))
  root.append(dialog)
  host.append(iframe)
  document.body.append(host)
  return {
    window: () => iframe.contentWindow,
    place(box) {
      if (!box) return hide()
      const { top, left, width, height } = box
      iframe.style.cssText = anyway(`display:block;top:${top}px;left:${left}px;width:${width}px;height:${height}px`)
      shown = true
      // Above the modal's dialog, which may be opening in this very moment.
      queueMicrotask(() => {
        if (!shown || dialog.open || !dialog.isConnected) return
        dialog.showModal()
        // Opened, the dialog has the focus itself, and a page inside that has its field chosen already does not ask for it again.
        iframe.focus({ preventScroll: true })
      })
    },
    remove: () => host.remove(),
  }
}
