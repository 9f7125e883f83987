'use client'
import { closeModal } from '@portico/core'
import { useState, useSyncExternalStore } from 'react'
import type { ReactNode, UIEvent } from 'react'
import { Banner } from '@portico/ui/banner'
import { cls } from '@portico/ui/cls'
import { back as backGlyph, close as closeGlyph } from '@portico/ui/glyphs'
import { IconButton } from '@portico/ui/icon-button'
import { useT } from '../i18n/useT.js'
import { usePortico } from '../PorticoProvider.js'
import { useBack } from './useBack.js'

export interface ViewFrameProps {
  /** Names the dialog and stands in the header. */
  readonly title: ReactNode
  /** Names the dialog where the header shows something else. */
  readonly hiddenTitle?: boolean
  /** At the start of the header: the text `back` for a back button, or something of the view's own. */
  readonly lead?: ReactNode
  /** At the end of the header, before the way out: a button of the view's own. */
  readonly end?: ReactNode
  /** False where the visitor must decide first. */
  readonly closable?: boolean
  /** What to say while the page is offline. */
  readonly offline?: string
  /** A lasting condition of the view, unless the page is offline. */
  readonly banner?: ReactNode
  /** Pinned below the body; `lined` draws a hairline over it. */
  readonly foot?: ReactNode
  readonly lined?: boolean
  readonly children?: ReactNode
}

/** What says that a view did not load, or broke, takes the place of what had the focus: it has it, and is read out. */
const focus = (title: HTMLElement | null) => title?.focus()

/** Header, body and foot of a view. */
export function ViewFrame({
  title,
  hiddenTitle = false,
  lead,
  end,
  closable = true,
  offline,
  banner,
  foot,
  lined = false,
  children,
}: ViewFrameProps) {
  const portico = usePortico()
  const t = useT()
  const back = useBack()
  const online = useOnline()
  const [scrolled, setScrolled] = useState(false)
  const onScroll = ({ currentTarget }: UIEvent<HTMLElement>) => setScrolled(currentTarget.scrollTop > 2)
  return (
    <>
      <header className={cls('po-head', scrolled && 'is-scrolled')}>
        {lead === 'back' ? <IconButton glyph={backGlyph} label={t('common.back')} onClick={back} /> : (lead ?? <span />)}
        <h1 ref={hiddenTitle ? focus : undefined} className="po-head__t" id="po-title" tabIndex={-1}>
          {hiddenTitle ? <span className="po-sr">{title}</span> : title}
        </h1>
        <div className="po-head__end">
          {end}
          {closable ? <IconButton glyph={closeGlyph} label={t('common.close')} onClick={() => closeModal(portico)} /> : <span />}
        </div>
      </header>
      <div className="po-bannerbox" role="status">
        {!online && offline ? <Banner>{offline}</Banner> : banner}
      </div>
      <div className="po-body" onScroll={onScroll}>
        {children}
      </div>
      {foot && <footer className={cls('po-foot', lined && 'is-lined')}>{foot}</footer>}
    </>
  )
}

/** Whether the browser thinks that it is online. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    (changed) => {
      window.addEventListener('online', changed)
      window.addEventListener('offline', changed)
      return () => {
        window.removeEventListener('online', changed)
        window.removeEventListener('offline', changed)
      }
    },
    () => navigator.onLine,
    () => true,
  )
}
