import { useEffect, useRef, useState } from 'react'
import { Button } from '@portico/ui/button'
import { Columns } from '@portico/ui/columns'
import { arrowUpRight } from '@portico/ui/glyphs'
import { LinkButton } from '@portico/ui/link'
import { Note } from '@portico/ui/note'
import type { WindowOutcome } from '../continue/frame.js'
import { openWindow } from './ContinueScreen.js'
import { sayError, useLanguage, useWords } from './parts.js'

/** The window that knows this browser. */
export interface KnownWindow {
  readonly url: string
  /** The site's page has opened it already, in the press that led here. */
  readonly led?: boolean
  /** Called with the window that was opened; with undefined for the one that the site's page has opened. */
  readonly meet: (window: Window | undefined, signal: AbortSignal) => Promise<WindowOutcome>
}

export interface KnownBrowserProps {
  readonly known: KnownWindow
  /** What the button says. */
  readonly label: string
  readonly main?: boolean
  /** The window has given, or taken. */
  readonly onDone: () => void
}

/** The way to the window that knows this browser, which opens in the press, and what came of it. */
export function KnownBrowser({ known, label, main = false, onDone }: KnownBrowserProps) {
  const t = useWords()
  const locale = useLanguage()
  const [isOpen, setOpen] = useState(known.led === true)
  const [said, setSaid] = useState<string>()
  const ended = useRef<AbortController>(undefined)

  const meet = (opened: Window | undefined) => {
    ended.current?.abort()
    const own = (ended.current = new AbortController())
    known.meet(opened, own.signal).then(
      (outcome) => {
        if (own.signal.aborted) return
        setOpen(false)
        if (outcome === 'done') onDone()
        else setSaid(outcome === 'unknown' ? t.known.unknown : t.windowLeft)
      },
      (error: unknown) => {
        if (own.signal.aborted) return
        setOpen(false)
        setSaid(sayError(error, t, locale))
      },
    )
  }
  const press = () => {
    ended.current?.abort()
    const opened = openWindow(known.url)
    setOpen(opened !== null)
    setSaid(opened ? undefined : t.known.blocked)
    if (opened) meet(opened)
  }
  const first = useRef(meet)
  useEffect(() => {
    if (known.led) first.current(undefined)
    return () => ended.current?.abort()
  }, [known])
  return (
    <div className="po-known" data-role="known">
      {main ? (
        <Button variant="primary" after={arrowUpRight} onClick={press}>
          {label}
        </Button>
      ) : (
        <p className="po-meta po-center">
          <LinkButton onClick={press}>{label}</LinkButton>
        </p>
      )}
      <div role="status">
        {isOpen && (
          <>
            <Columns />
            <p className="po-meta po-center">{t.known.waiting}</p>
          </>
        )}
      </div>
      {said !== undefined && <Note role="status">{said}</Note>}
    </div>
  )
}
