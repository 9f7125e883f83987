'use client'
import { readItem, storageKeys, storageName, type Store } from '@portico/core/kit'
import { useEffect, useMemo, useReducer, useState } from 'react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { usePortico } from '../PorticoProvider.js'
import { notesOn } from '../development/notes.js'
import { record, type Recording } from './record.js'
import { panelCss } from './sheet.js'
import { written } from './written.js'

export interface PanelProps {
  readonly open: boolean
}

const tabs = ['State', 'Events', 'Requests', 'Storage', 'Steps'] as const
type Tab = (typeof tabs)[number]

/** The panel, in a shadow root of its own. Its words are for developers, in English as those of errors are. */
export function Panel({ open: initially }: PanelProps) {
  const portico = usePortico()
  const [recording, setRecording] = useState<Recording>()
  const [open, setOpen] = useState(initially)
  const [tab, setTab] = useState<Tab>('State')
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const root = useMemo(() => {
    const host = document.createElement('portico-devtools')
    const shadow = host.attachShadow({ mode: 'open' })
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(panelCss)
    shadow.adoptedStyleSheets = [sheet]
    return { host, shadow }
  }, [])
  useEffect(() => {
    document.body.append(root.host)
    return () => root.host.remove()
  }, [root])
  useEffect(() => {
    const made = record(portico)
    setRecording(made)
    const end = made.subscribe(redraw)
    return () => {
      end()
      made.stop()
    }
  }, [portico])
  if (!recording) return null
  const notes = notesOn(portico)
  const shown = recording.shown()
  return createPortal(
    open ? (
      <section className="panel" aria-label="Portico developer panel">
        <header>
          <b>Portico</b>
          <span className="id">{portico.id}</span>
          <button type="button" onClick={() => void navigator.clipboard.writeText(recording.toJson())}>
            Copy all
          </button>
          <button type="button" aria-label="Close the developer panel" onClick={() => setOpen(false)}>
            ✕
          </button>
        </header>
        {notes.map((note) => (
          <p key={note} className="note">
            {note}
          </p>
        ))}
        {shown !== undefined && (
          <p className="note">
            The page is shown as it was at step {shown + 1}.{' '}
            <button type="button" onClick={() => recording.show(undefined)}>
              Back to now
            </button>
          </p>
        )}
        <nav role="tablist" aria-label="Parts">
          {tabs.map((one) => (
            <button key={one} type="button" role="tab" aria-selected={one === tab} onClick={() => setTab(one)}>
              {one}
            </button>
          ))}
        </nav>
        <div className="body" role="tabpanel" aria-label={tab} tabIndex={0}>
          {tab === 'State' && <States />}
          {tab === 'Events' && <Events recording={recording} />}
          {tab === 'Requests' && <Requests recording={recording} />}
          {tab === 'Storage' && <Storage />}
          {tab === 'Steps' && <Steps recording={recording} />}
        </div>
      </section>
    ) : (
      <button type="button" className="open" onClick={() => setOpen(true)} aria-label="Open the Portico developer panel">
        Portico{notes.length > 0 && <span className="count">{notes.length}</span>}
      </button>
    ),
    root.shadow,
  )
}

const timeOf = (at: number) => new Date(at).toTimeString().slice(0, 8)

function Line({ head, children }: { readonly head: ReactNode; readonly children: string }) {
  return (
    <details>
      <summary>{head}</summary>
      <pre>{children}</pre>
    </details>
  )
}

const None = ({ children }: { readonly children: string }) => <p className="none">{children}</p>

/** Every store that was made, by its name. */
function States() {
  const portico = usePortico()
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const stores = [...portico.slots].filter((entry): entry is [symbol, Store<unknown>] => isStore(entry[1]))
  const names = stores.map(([name]) => name.description).join()
  useEffect(() => {
    const ends = [...portico.slots.values()].filter(isStore).map((store) => store.subscribe(redraw))
    return () => ends.forEach((end) => end())
  }, [portico, names])
  return stores.map(([name, store]) => (
    <Line key={name.description} head={name.description}>
      {written(store.getState(), 2)}
    </Line>
  ))
}

const isStore = (value: unknown): value is Store<unknown> =>
  typeof value === 'object' && value !== null && 'getState' in value && 'subscribe' in value

function Events({ recording }: { readonly recording: Recording }) {
  const events = recording.events()
  if (events.length === 0) return <None>No event yet.</None>
  return events.toReversed().map(({ at, name, payload }, place) => (
    <Line
      key={events.length - place}
      head={
        <>
          <time>{timeOf(at)}</time> {name}
        </>
      }
    >
      {payload}
    </Line>
  ))
}

function Requests({ recording }: { readonly recording: Recording }) {
  const requests = recording.requests()
  if (requests.length === 0) return <None>No request yet. Those of wallets and of chain libraries go their own way.</None>
  return (
    <ol>
      {requests.toReversed().map(({ at, method, url, status, took }, place) => (
        <li key={requests.length - place}>
          <time>{timeOf(at)}</time> {method} {url} <b>{status ?? '…'}</b> {took !== undefined && `${took} ms`}
        </li>
      ))}
    </ol>
  )
}

function Storage() {
  const portico = usePortico()
  const held = storageKeys.flatMap((key) => {
    const text = readItem(portico, key)
    return text === null ? [] : [{ key, text }]
  })
  if (held.length === 0) return <None>Nothing is stored.</None>
  return held.map(({ key, text }) => (
    <Line key={key} head={storageName(portico, key)}>
      {key === 'walletconnect' ? `[keys of sessions: ${text.length} characters]` : text}
    </Line>
  ))
}

function Steps({ recording }: { readonly recording: Recording }) {
  const steps = recording.steps()
  const at = recording.shown() ?? steps.length - 1
  return (
    <>
      <label>
        Step {at + 1} of {steps.length}
        <input
          type="range"
          min={0}
          max={steps.length - 1}
          value={at}
          onChange={({ target }) => recording.show(target.valueAsNumber === steps.length - 1 ? undefined : target.valueAsNumber)}
        />
      </label>
      <ol>
        {steps.map(({ at: time, changed }, place) => (
          <li key={place} aria-current={place === at ? 'step' : undefined}>
            <button type="button" onClick={() => recording.show(place === steps.length - 1 ? undefined : place)}>
              <time>{timeOf(time)}</time> {changed}
            </button>
          </li>
        ))}
      </ol>
    </>
  )
}
