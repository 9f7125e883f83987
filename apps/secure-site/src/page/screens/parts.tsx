import { addressEnd, addressStart } from '@portico/core'
import { formatPeriod, localeOf, type LocaleCode } from '@portico/core/kit'
import { createContext, useCallback, useContext, useEffect, useId, useRef, useState, type ReactNode, type Ref } from 'react'
import { cls } from '@portico/ui/cls'
import { Field } from '@portico/ui/field'
import { back, close, lock } from '@portico/ui/glyphs'
import { Icon } from '@portico/ui/icon'
import { IconButton } from '@portico/ui/icon-button'
import { Note } from '@portico/ui/note'
import { WholeAddress } from '@portico/ui/whole-address'
import { smallest } from '../guard/arming.js'
import { en } from '../i18n/en.js'
import { fill, loadMessages, messagesFor, piecesOf, type Messages } from '../i18n/index.js'
import type { Shown } from './effects.js'
import { lengthOfTime, momentOf, relativeTime } from './figures.js'
import { piecesOfText, siteName } from './text.js'

/** The sentences of the page. */
const Words = createContext<Messages>(en)
export const useWords = (): Messages => useContext(Words)

/** Their language, which decides how numbers and times are written. */
const Language = createContext<LocaleCode>('en')
export const useLanguage = (): LocaleCode => useContext(Language)

/**
 * Has what is in it speak a language, from when its sentences are there: what was read is not said in another way a moment later. Until
 * then the one before it stays.
 * @param locale BCP 47; English stands in for those that the page does not speak
 */
export function Speaks({ locale: tag, children }: { readonly locale: string; readonly children: ReactNode }) {
  const locale = localeOf(tag)
  const [spoken, setSpoken] = useState(() => ({ locale, words: messagesFor(locale) }))
  useEffect(() => {
    let current = true
    void loadMessages(locale).then((words) => current && setSpoken({ locale, words }))
    return () => void (current = false)
  }, [locale])
  if (!spoken.words) return null
  return (
    <Language value={spoken.locale}>
      <Words value={spoken.words}>{children}</Words>
    </Language>
  )
}

/** What stands around a screen in the site's modal: its title and its height are the modal's, and its way back where it has one. */
export interface ModalAround {
  /** How high the screen is, in CSS pixels, if nothing of it is to be scrolled. */
  readonly onHeight: (height: number) => void
  /** Where the modal's way back leads to inside of the page; undefined where it leaves the page. */
  readonly onWayBack: (back: (() => void) | undefined) => void
  /** Whether the modal has a way back here: over a request it has none, and a step on the way to the answer draws its own. */
  readonly hasWayBack: () => boolean
}
/** Undefined in a window, in which a screen has a title and buttons of its own. */
export const Framed = createContext<ModalAround | undefined>(undefined)

export interface ShellProps {
  readonly title: string
  /** Verified origin of the site that asks. */
  readonly origin?: string | undefined
  readonly onClose?: (() => void) | undefined
  readonly onBack?: (() => void) | undefined
  readonly children: ReactNode
  readonly foot?: ReactNode
  /** Short content stands in the middle. */
  readonly middle?: boolean
  /** The visitor is asked for something here, so that it is never lower than what can be read (S10). */
  readonly asks?: boolean
  readonly pageRef?: Ref<HTMLElement>
}

/**
 * Frame of every screen: a window is filled by it, and the site's modal is made as high as it is; its middle scrolls where that is not
 * enough. Takes the focus, so that a reader begins at its title.
 */
export function Shell({ title, origin, onClose, onBack, children, foot, middle = false, asks = false, pageRef }: ShellProps) {
  const t = useWords()
  const framed = useContext(Framed)
  const page = useRef<HTMLElement>(null)
  const leave = useRef(onBack ?? onClose)
  leave.current = onBack ?? onClose
  const hasBack = onBack !== undefined
  useEffect(() => {
    if (!framed) return
    framed.onWayBack(hasBack ? () => leave.current?.() : undefined)
    return () => framed.onWayBack(undefined)
  }, [framed, hasBack])
  useEffect(
    () => (framed && page.current ? watchHeight(page.current, asks ? smallest.height : 0, framed.onHeight) : undefined),
    [framed, asks],
  )
  useEffect(() => {
    const press = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented) leave.current?.()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  useEffect(() => {
    const root = page.current
    if (typeof pageRef === 'function') pageRef(root)
    else if (pageRef) pageRef.current = root
    takeFocus(root)
  }, [pageRef, title])
  const site = origin !== undefined && (
    <p className="po-head__sub">
      <Icon glyph={lock} size={14} />
      <span className="po-dom">{siteName(origin)}</span>
    </p>
  )
  // The site gives the frame its place only after it was drawn, and what is not shown yet takes no focus.
  useEffect(() => {
    const take = () => document.activeElement === document.body && takeFocus(page.current)
    const shown = new ResizeObserver(take)
    if (page.current) shown.observe(page.current)
    window.addEventListener('focus', take)
    return () => {
      shown.disconnect()
      window.removeEventListener('focus', take)
    }
  }, [])
  return (
    <main className={cls('po-page', framed && 'is-framed', asks && 'is-asking')} ref={page} tabIndex={-1} aria-labelledby="po-title">
      {framed && (!onBack || framed.hasWayBack()) ? (
        <>
          <h1 id="po-title" className="po-sr">
            {title}
          </h1>
          {site && <header className="po-site">{site}</header>}
        </>
      ) : (
        <header className="po-head">
          {onBack ? <IconButton glyph={back} label={t.button.back} onClick={onBack} /> : <span />}
          <div className="po-head__t">
            <h1 id="po-title">{title}</h1>
            {site}
          </div>
          {onClose ? <IconButton glyph={close} label={t.button.close} onClick={onClose} /> : <span />}
        </header>
      )}
      {/* What stands in the middle has little that takes the focus: by keyboard, too, it is scrolled where it is higher than its place. */}
      <div className={cls('po-body', middle && 'is-middle')} tabIndex={middle ? 0 : undefined}>
        {children}
      </div>
      {foot && <footer className="po-foot is-lined">{foot}</footer>}
    </main>
  )
}

/** Tells how high a screen is, now and whenever that changes, until the returned function is called. @param least what it needs in any case, in CSS pixels */
function watchHeight(page: HTMLElement, least: number, tell: (height: number) => void): () => void {
  let next: number | undefined
  const measure = () => {
    next = undefined
    const body = page.querySelector('.po-body')
    const { height } = page.getBoundingClientRect()
    // Nothing is laid out while the frame has no place.
    // A place that was lower for the screen before holds this one down, so what it needs at the least is said whatever it measures.
    if (height > 0) tell(Math.max(least, Math.ceil(height + (body ? body.scrollHeight - body.clientHeight : 0))))
  }
  const changed = () => void (next ??= requestAnimationFrame(measure))
  const [size, content] = [new ResizeObserver(changed), new MutationObserver(changed)]
  size.observe(page)
  content.observe(page, { subtree: true, childList: true, characterData: true, attributes: true })
  void document.fonts.ready.then(changed)
  return () => {
    size.disconnect()
    content.disconnect()
    if (next !== undefined) cancelAnimationFrame(next)
  }
}

/** To the field that the screen is for, else to its beginning. */
function takeFocus(root: HTMLElement | null): void {
  const target = root?.querySelector<HTMLElement>('[data-autofocus]') ?? root
  target?.focus({ preventScroll: true })
}

/** A whole address (S17), set as the modal sets it. */
export const Address = ({ children }: { readonly children: string }) => (
  <WholeAddress address={children} start={addressStart} end={addressEnd} />
)

/** A moment as ISO 8601: how far it is, and when that is. It does not tick: a request that changes is not the one that was seen (S10). */
function Moment({ children }: { readonly children: string }) {
  const locale = useLanguage()
  const [now] = useState(Date.now)
  const time = Date.parse(children)
  if (Number.isNaN(time)) return <bdi>{children}</bdi>
  return (
    <time dateTime={children}>
      {relativeTime((time - now) / 1000, locale)} <span className="po-caption">{momentOf(time, locale)}</span>
    </time>
  )
}

/** A value as it is meant to be read. */
export function Value({ children: { as, text } }: { readonly children: Shown }) {
  const locale = useLanguage()
  if (as === 'address') return <Address>{text}</Address>
  if (as === 'time') return <Moment>{text}</Moment>
  if (as === 'duration') return <bdi>{formatPeriod(Number(text), locale)}</bdi>
  if (as === 'mono') return <bdi className="po-mono">{text}</bdi>
  return as === 'amount' ? (
    <b className="po-num">
      <Marked>{text}</Marked>
    </b>
  ) : (
    <bdi>
      <Marked>{text}</Marked>
    </bdi>
  )
}

/** A sentence with its values set in. */
export function Sentence({ children, parts }: { readonly children: string; readonly parts: Readonly<Record<string, Shown>> }) {
  return piecesOf(children).map((piece, index) => {
    if ('text' in piece) return <span key={index}>{piece.text}</span>
    const value = parts[piece.name]
    return value && <Value key={index}>{value}</Value>
  })
}

/** A text that is signed: what cannot be seen in it is shown by its code point. */
export function Marked({ children }: { readonly children: string }) {
  const t = useWords()
  return piecesOfText(children).map((piece, index) =>
    'text' in piece ? (
      <span key={index}>{piece.text}</span>
    ) : (
      <mark key={index} className="po-hidden" title={t.hidden[piece.kind]}>
        {piece.hidden}
      </mark>
    ),
  )
}

export interface LabelledFieldProps {
  readonly label: string
  readonly hint?: string | undefined
  readonly error?: string | undefined
  readonly value: string
  readonly onChange: (value: string) => void
  readonly inputMode?: 'text' | 'numeric' | 'decimal'
  readonly autoComplete?: string
  readonly type?: 'text' | 'password'
  /** What is typed reads from the left in every language. */
  readonly dir?: 'ltr'
  /** A small thing at the end. */
  readonly end?: ReactNode
}

/** A field whose name stands over it: what is typed here is copied from elsewhere, and has to be known by name. */
export function LabelledField({ label, hint, error, onChange, ...rest }: LabelledFieldProps) {
  const id = useId()
  return (
    <div>
      <label className="po-lab" htmlFor={id}>
        {label}
      </label>
      <Field
        id={id}
        label={label}
        help={hint}
        error={error}
        autoCapitalize="none"
        autoCorrect="off"
        onChange={(event) => onChange(event.target.value)}
        {...rest}
      />
    </div>
  )
}

export interface FailureProps {
  readonly children: string
  /** It was too early: when it is not any more, as `performance.now()` counts. The time until then is shown, and not read out each second. */
  readonly until?: number | undefined
}

/** Why something failed, where the visitor looks: it may stand below a list that is longer than the screen. */
export function Failure({ children, until }: FailureProps) {
  const t = useWords()
  const locale = useLanguage()
  const seconds = useSecondsLeft(until ?? 0)
  const shown = useRef<HTMLDivElement>(null)
  useEffect(() => {
    shown.current?.scrollIntoView({ block: 'nearest' }) // newer browsers answer with a promise, which is no clean-up
  }, [children])
  if (until !== undefined && seconds === 0) return null
  return (
    <div ref={shown}>
      <Note tone="bad">
        {until === undefined ? (
          children
        ) : (
          <>
            <span className="po-sr">{children}</span>
            <span className="po-num" aria-hidden>
              {fill(t.error.cooldown, { time: lengthOfTime(seconds, locale) })}
            </span>
          </>
        )}
      </Note>
    </div>
  )
}

/** Whole seconds until a moment of `performance.now()`, rounded up. */
export function useSecondsLeft(at: number): number {
  const left = () => Math.max(0, Math.ceil((at - performance.now()) / 1000))
  const [seconds, setSeconds] = useState(left)
  useEffect(() => {
    setSeconds(left())
    const timer = setInterval(() => {
      const now = left()
      setSeconds(now)
      if (now === 0) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
    // `left` is made of `at` alone.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [at])
  return seconds
}

/** The sentence for a failure, by the error's name: what a service says is not shown as ours. */
export function sayError(error: unknown, t: Messages, locale: LocaleCode): string {
  if (!(error instanceof Error)) return t.error.other
  const known: Readonly<Record<string, string>> = t.error
  // A service's code says more than that it refused.
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const reason = 'reason' in error && typeof error.reason === 'string' ? error.reason : ''
  const sentence = [code, reason, error.name].map((name) => (Object.hasOwn(known, name) ? known[name] : undefined)).find(Boolean)
  return fill(sentence ?? t.error.other, { time: lengthOfTime(secondsOf(error), locale) })
}

/** How long an error says to wait, in seconds. */
function secondsOf(error: object): number {
  const said = 'seconds' in error ? error.seconds : 'retryAfter' in error ? error.retryAfter : undefined
  return typeof said === 'number' && said > 0 ? said : 60
}

/** When what was asked for too early can be asked for again, as `performance.now()` counts. */
function untilOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined
  // The one is the vault's word, the other the auth service's.
  const isEarly = Reflect.get(error, 'code') === 'cooldown' || Reflect.get(error, 'reason') === 'cooldown'
  return isEarly ? performance.now() + secondsOf(error) * 1000 : undefined
}

/**
 * One thing at a time that may fail: whether it runs, and why it failed. Its signal says that the screen is gone, or does something else by
 * now: a question that the browser asks for it is taken back, or no other one could be asked until that one was answered.
 */
export function useAct() {
  const t = useWords()
  const locale = useLanguage()
  const [state, setState] = useState<{ readonly busy?: string; readonly error?: string; readonly until?: number | undefined }>({})
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const act = useCallback(
    async (name: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> => {
      running.current?.abort()
      running.current = new AbortController()
      const { signal } = running.current
      setState({ busy: name })
      try {
        await work(signal)
        if (!signal.aborted) setState({})
      } catch (error) {
        if (!signal.aborted) setState({ error: sayError(error, t, locale), until: untilOf(error) })
      }
    },
    [t, locale],
  )
  return { ...state, act }
}
