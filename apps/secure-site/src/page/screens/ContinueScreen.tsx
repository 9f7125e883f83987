import { useEffect, useRef } from 'react'
import { Actions, Button, ButtonLink } from '@portico/ui/button'
import { arrowUpRight } from '@portico/ui/glyphs'
import { Note } from '@portico/ui/note'
import { symbolOf } from './ApproveScreen.js'
import { Shell, useWords } from './parts.js'
import { kindOf, Reduce, RequestBody } from './RequestBody.js'
import type { Screen } from './stage.js'

type ContinueProps = Omit<Extract<Screen, { kind: 'continue' }>, 'kind'>

/** The way to the window in which this request is approved (S11). Nothing here approves anything. */
export function ContinueScreen({ view, url, opened, left, onOpen, onReject, onReduce }: ContinueProps) {
  const t = useWords()
  return (
    <Shell
      title={kindOf(view, t).title}
      origin={view.origin}
      onClose={onReject}
      foot={
        <Actions>
          <Button data-role="reject" onClick={onReject}>
            {t.button.reject}
          </Button>
          <WindowLink url={url} label={opened || left ? t.button.openAgain : t.button.openWindow} onOpen={onOpen} />
        </Actions>
      }
    >
      <Note role="status">{opened ? t.windowOpen : left ? t.windowLeft : t.windowWhy}</Note>
      <RequestBody view={view} reduce={onReduce && view.reducible && <Reduce symbol={symbolOf(view)} onReduce={onReduce} />} />
    </Shell>
  )
}

/** Opens a window of its own, or, where the browser refuses one, is the link that it looks like. */
export function WindowLink({
  url,
  label,
  onOpen,
}: {
  readonly url: string | undefined
  readonly label: string
  readonly onOpen: () => void
}) {
  const t = useWords()
  const link = useRef<HTMLAnchorElement>(null)
  const isPressed = useRef(false)
  useEffect(() => {
    const { current } = link
    if (url === undefined || !current || !isPressed.current) return
    isPressed.current = false
    // While the next window was prepared there was no link, which had the focus: it goes on where it was, unless it is somewhere else now.
    const root = current.getRootNode()
    const at = root instanceof ShadowRoot || root instanceof Document ? root.activeElement : undefined
    if (!at || at === document.body) current.focus({ preventScroll: true })
  }, [url])
  if (url === undefined) {
    return (
      <Button variant="primary" busy>
        {t.windowPreparing}
      </Button>
    )
  }
  return (
    <ButtonLink
      ref={link}
      variant="primary"
      after={arrowUpRight}
      data-role="window"
      href={url}
      onClick={(event) => {
        isPressed.current = true
        if (openWindow(url)) event.preventDefault()
        onOpen()
      }}
    >
      {label}
    </ButtonLink>
  )
}

const size = { width: 440, height: 720 }

/** A window of its own; null where the browser opens none. */
export function openWindow(url: string): Window | null {
  try {
    return window.open(url, '_blank', `popup,width=${size.width},height=${size.height}`)
  } catch {
    return null
  }
}
