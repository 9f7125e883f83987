import { directionOf, localeOf } from '@portico/core/kit'
import { surfaceHeights } from '@portico/embedded/protocol'
import { back, close } from '@portico/ui/glyphs'
import { IconButton } from '@portico/ui/icon-button'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { renderToStaticMarkup } from 'react-dom/server'
import { loadMessages, messagesFor } from '../i18n/index.js'
import { Framed, Speaks, type ModalAround } from '../screens/parts.js'
import { styles } from '../screens/styles.css.js'
import { applyTheme } from '../theme/apply.js'
import { readTheme } from '../theme/theme.js'

export interface SecurePageProps {
  readonly children: ReactNode
  readonly locale?: string
  /** In a window of its own instead of the site's modal. */
  readonly inWindow?: boolean
  /** What the modal's header says. */
  readonly title?: string
  /** The modal has a way back beside its title. */
  readonly hasBack?: boolean
  /** As it is drawn first: nothing in it runs. Approve is shown armed, which it is in a real frame alone. */
  readonly still?: boolean
}

interface InModalProps {
  readonly title: string
  readonly hasBack: boolean
  readonly locale: string
  readonly height: number
  readonly children: ReactNode
}

/** What the site's modal has around the page: its one header, and a place as high as the page says. */
function InModal({ title, hasBack, locale, height, children }: InModalProps) {
  return (
    <section
      className="po-modal"
      role="dialog"
      aria-label={title}
      dir={directionOf(localeOf(locale))}
      style={{ inlineSize: 360, maxInlineSize: '100%' }}
    >
      <header className="po-head">
        {hasBack ? <IconButton glyph={back} label="Back" /> : <span />}
        <h1 className="po-head__t">{title}</h1>
        <div className="po-head__end">
          <IconButton glyph={close} label="Close" />
        </div>
      </header>
      <div className="po-body">
        {/* The frame lies over the place; here it is in it. */}
        <div
          className="po-slot"
          style={{ flexBasis: height, padding: 0, placeItems: 'stretch', alignContent: 'stretch', transition: 'none' }}
        >
          {children}
        </div>
      </div>
    </section>
  )
}

/** The page of the secure origin as visitors see it, in the site's modal or in a window, apart from the styles around it as in its frame. */
export function SecurePage({
  children,
  locale = 'en',
  inWindow = false,
  still = false,
  title = 'Review request',
  hasBack = false,
}: SecurePageProps) {
  const host = useRef<HTMLDivElement>(null)
  const [root, setRoot] = useState<HTMLElement>()
  const [height, setHeight] = useState(480)
  const around = useMemo<ModalAround>(
    () => ({
      onHeight: (asked) => setHeight(Math.min(Math.max(asked, surfaceHeights.least), surfaceHeights.most)),
      onWayBack() {},
      hasWayBack: () => hasBack,
    }),
    [hasBack],
  )
  useEffect(() => {
    if (!host.current) return
    const shadow = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' })
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(styles)
    shadow.adoptedStyleSheets = [sheet]
    const inner = document.createElement('div')
    inner.className = 'portico'
    inner.lang = locale
    inner.dir = directionOf(localeOf(locale))
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
  const [isSpoken, setSpoken] = useState(() => messagesFor(locale) !== undefined)
  useEffect(() => void loadMessages(locale).then(() => setSpoken(true)), [locale])
  const page = (
    <Speaks locale={locale}>
      <Framed value={inWindow ? undefined : around}>{children}</Framed>
    </Speaks>
  )
  useEffect(() => {
    if (!root || !still || !isSpoken) return
    root.innerHTML = renderToStaticMarkup(page).replace(
      'data-arming="unseen" data-role="approve" aria-disabled="true"',
      'data-arming="armed" data-role="approve" aria-disabled="false"',
    )
    // Nothing in it tells how high it is.
    const [drawn, body] = [root.querySelector('.po-page'), root.querySelector('.po-body')]
    if (drawn && body) around.onHeight(Math.ceil(drawn.getBoundingClientRect().height + body.scrollHeight - body.clientHeight))
  })
  const frame = (
    <div style={{ position: 'relative', contain: 'layout paint', inlineSize: '100%', blockSize: inWindow ? 600 : '100%' }}>
      {/* The sheet resets the element that it is in, size and all. */}
      <div ref={host} />
    </div>
  )
  return (
    <>
      {inWindow ? (
        <div style={{ inlineSize: 360, maxInlineSize: '100%' }}>{frame}</div>
      ) : (
        <InModal title={title} hasBack={hasBack} locale={locale} height={height}>
          {frame}
        </InModal>
      )}
      {root && !still && createPortal(page, root)}
    </>
  )
}
