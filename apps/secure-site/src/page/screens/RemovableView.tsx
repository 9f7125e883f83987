import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { Actions, Button } from '@portico/ui/button'
import { Columns } from '@portico/ui/columns'
import { GlyphTile } from '@portico/ui/glyph-tile'
import type { Glyph } from '@portico/ui/host-glyphs'
import { List, ListItem } from '@portico/ui/list-item'
import { Medal } from '@portico/ui/medal'
import { Note } from '@portico/ui/note'
import { Failure, Shell, useAct, useWords } from './parts.js'

/** One of a list, as its row and the question before its end show it. */
export interface Removable {
  readonly id: string
  readonly glyph: Glyph
  readonly name: string
  readonly sub?: string | undefined
  /** It stays: its row is no button. */
  readonly kept: boolean
  /** Asked before it is removed. */
  readonly question: string
  /** Which one that is, where the question does not name it. */
  readonly which?: string
  /** Said once it is gone. */
  readonly removed: string
}

export interface RemovableViewProps<T> {
  readonly title: string
  /** What they are. */
  readonly why: string
  /** What follows from an end. */
  readonly removeWhy: string
  readonly read: () => Promise<readonly T[]>
  readonly remove: (id: string) => Promise<void>
  /** In the order of the rows. */
  readonly show: (known: readonly T[]) => readonly Removable[]
  /** Below the rows. */
  readonly note?: (known: readonly Removable[]) => ReactNode
  readonly onBack: () => void
}

/** What opens the wallet or logs in to it: a list, and the end of each that may go, asked for once more. */
export function RemovableView<T>({ title, why, removeWhy, read, remove, show, note, onBack }: RemovableViewProps<T>) {
  const t = useWords()
  const [known, setKnown] = useState<readonly T[]>()
  const [ending, setEnding] = useState<Removable>()
  const [said, setSaid] = useState<string>()
  const { error, act } = useAct()
  const load = useCallback(async () => setKnown(await read()), [read])
  useEffect(() => void act('read', load), [act, load])

  if (ending) {
    return (
      <RemoveView
        title={title}
        why={removeWhy}
        remove={async () => {
          await remove(ending.id)
          setSaid(ending.removed)
          setEnding(undefined)
          void act('read', load)
        }}
        onBack={() => setEnding(undefined)}
      >
        {ending}
      </RemoveView>
    )
  }
  const rows = known && show(known)
  return (
    <Shell title={title} onBack={onBack}>
      <p className="po-text">{why}</p>
      {said && (
        <Note tone="ok" role="status">
          {said}
        </Note>
      )}
      {!rows && !error && <Columns />}
      <List>
        {rows?.map((row) =>
          row.kept ? (
            <div key={row.id} className="po-row">
              <GlyphTile glyph={row.glyph} />
              <span className="po-row__m">
                <span className="po-row__t">{row.name}</span>
                {row.sub && <span className="po-row__s">{row.sub}</span>}
              </span>
            </div>
          ) : (
            <ListItem
              key={row.id}
              lead={<GlyphTile glyph={row.glyph} />}
              {...(row.sub && { sub: row.sub })}
              chevron
              onClick={() => {
                setSaid(undefined)
                setEnding(row)
              }}
            >
              {row.name}
              <span className="po-sr"> {t.browsers.remove}</span>
            </ListItem>
          ),
        )}
      </List>
      {rows && note?.(rows)}
      {error && <Failure>{error}</Failure>}
    </Shell>
  )
}

/** Asks before one of them ends. What fails here is said here alone: the next one that is asked about has not failed. */
function RemoveView({
  title,
  why,
  remove,
  onBack,
  children: { glyph, question, which },
}: {
  readonly title: string
  readonly why: string
  readonly remove: () => Promise<void>
  readonly onBack: () => void
  readonly children: Removable
}) {
  const t = useWords()
  const { busy, error, act } = useAct()
  return (
    <Shell
      title={title}
      onBack={onBack}
      middle
      foot={
        <Actions>
          <Button onClick={onBack}>{t.button.cancel}</Button>
          <Button variant="danger" data-role="remove" busy={busy === 'remove'} onClick={() => void act('remove', remove)}>
            {t.browsers.remove}
          </Button>
        </Actions>
      }
    >
      <Medal glyph={glyph} tone="bad" />
      <h2 className="po-title">{question}</h2>
      {which && <p className="po-meta">{which}</p>}
      <p className="po-text">{why}</p>
      {error && <Failure>{error}</Failure>}
    </Shell>
  )
}
