import { useEffect, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { renderToStaticMarkup } from 'react-dom/server'
import { Framed, Speaks, type ModalAround } from '../screens/parts.js'
import { styles } from '../screens/styles.css.js'
import { applyTheme } from '../theme/apply.js'
import { readTheme } from '../theme/theme.js'

const around: ModalAround = { onHeight: () => {}, onWayBack: () => {} }

export interface SecurePageProps {
  readonly children: ReactNode
  readonly locale?: string
  /** In a window of its own instead of the site's modal. */
  readonly inWindow?: boolean
  /** As it is drawn first: nothing in it runs. Approve is shown armed, which it is in a real frame alone. */
  readonly still?: boolean
}

/** The page of the secure origin, 360 × 600 px, apart from the styles around it as in its frame. */
export function SecurePage({ children, locale = 'en', inWindow = false, still = false }: SecurePageProps) {
  const host = useRef<HTMLDivElement>(null)
  const [root, setRoot] = useState<HTMLElement>()
  useEffect(() => {
    if (!host.current) return
    const shadow = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' })
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(styles)
    shadow.adoptedStyleSheets = [sheet]
    const inner = document.createElement('div')
    inner.className = 'portico'
    inner.lang = locale
    inner.style.cssText = 'position:absolute;inset:0'
    shadow.replaceChildren(inner)
    setRoot(inner)
    const stage = host.current.closest<HTMLElement>('[data-theme]')
    const dress = () => {
      applyTheme(inner, readTheme({}, stage?.dataset['theme'] === 'dark' ? 'dark' : 'light'))
      inner.style.setProperty('--po-k-font-mono', 'var(--portico-font-mono, monospace)') // the catalogue's font
    }
    dress()
    if (!stage) return
    const themed = new MutationObserver(dress)
    themed.observe(stage, { attributeFilter: ['data-theme'] })
    return () => themed.disconnect()
  }, [locale])
  const page = (
    <Speaks locale={locale}>
      <Framed value={inWindow ? undefined : around}>{children}</Framed>
    </Speaks>
  )
  useEffect(() => {
    if (!root || !still) return
    root.innerHTML = renderToStaticMarkup(page).replace(
      'data-arming="unseen" data-role="approve" aria-disabled="true"',
      'data-arming="armed" data-role="approve" aria-disabled="false"',
    )
  })
  return (
    <>
      <div style={{ position: 'relative', contain: 'layout paint', inlineSize: 360, maxInlineSize: '100%', blockSize: 600 }}>
        {/* The sheet resets the element that it is in, size and all. */}
        <div ref={host} />
      </div>
      {root && !still && createPortal(page, root)}
    </>
  )
}
