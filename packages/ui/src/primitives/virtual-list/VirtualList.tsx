'use client'
import { Fragment, memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { CSSProperties, FocusEvent, ReactNode } from 'react'

/** Fewer rows than this are all rendered. */
const virtualFrom = 40
/** How far beyond both edges of the view rows are rendered, px, and how much of that comes with one frame: a slow phone draws few at a time. */
const overscan = 280
const portion = overscan / 2
/** How much of a view that a leap has left empty is rendered with one frame, px: a third of the modal's. */
const atOnce = 224
/** Heights until the first ones have been measured, px. */
const assumed = { row: 56, title: 32 }

export interface ListSection<Item> {
  readonly key: string
  /** Stands over the rows, and sticks to the upper edge of the view while they are seen. Not markup of several lines. */
  readonly title?: ReactNode
  readonly items: readonly Item[]
}

export interface VirtualListProps<Item> {
  /** Names the list. */
  label: string
  sections: readonly ListSection<Item>[]
  itemKey: (item: Item) => string
  /** Draws a row; all rows are of one height. Should stay the same function. */
  renderRow: (item: Item) => ReactNode
  /** Told how many rows there are down to the last one near the view. */
  onNear?: ((near: number) => void) | undefined
}

interface Range {
  readonly from: number
  readonly to: number
}

/**
 * A long list in a scrolling `.po-body`, of which only the rows near the view are rendered. The row that has the focus stays while it
 * is scrolled away. Its own 1.4 kB (gzip) stand in for `useVirtualizer` of @tanstack/react-virtual 3.14, which alone weighs 10.5 kB.
 */
export function VirtualList<Item>({ label, sections, itemKey, renderRow, onNear }: VirtualListProps<Item>) {
  const ref = useRef<HTMLDivElement>(null)
  const [heights, setHeights] = useState(assumed)
  const [range, setRange] = useState<Range>({ from: 0, to: 640 })
  const [focused, setFocused] = useState<string>()
  const count = useMemo(() => sections.reduce((sum, { items }) => sum + items.length, 0), [sections])
  const isVirtual = count > virtualFrom
  const isEmpty = count === 0

  const measure = useCallback(() => {
    const [row, title] = ['[data-row]', '[data-title]'].map((part) => ref.current?.querySelector(part)?.getBoundingClientRect().height)
    setHeights((known) => {
      const next = { row: row || known.row, title: title || known.title }
      return next.row === known.row && next.title === known.title ? known : next
    })
  }, [])
  useLayoutEffect(measure, [measure, isEmpty, isVirtual]) // a title that takes two lines in a short list has one in a long one

  const drawn = useRef(range)
  const frame = useRef(0)
  const look = useCallback(() => {
    const list = ref.current
    const body = list?.closest('.po-body')
    if (!list || !body) return
    const view = body.getBoundingClientRect()
    const top = view.top - list.getBoundingClientRect().top
    const next = nextRange(drawn.current, top, top + view.height)
    cancelAnimationFrame(frame.current)
    if (next === drawn.current) return
    drawn.current = next
    setRange(next)
    // The next frame is the second one: what is asked for while it scrolls is called before this very frame is drawn.
    frame.current = requestAnimationFrame(() => (frame.current = requestAnimationFrame(look)))
  }, [])
  useEffect(() => {
    const list = ref.current
    const body = list?.closest('.po-body')
    if (!list?.firstElementChild || !body) return
    look()
    const resized = new ResizeObserver(() => {
      measure()
      look()
    })
    resized.observe(body)
    resized.observe(list.firstElementChild)
    body.addEventListener('scroll', look, { passive: true })
    return () => {
      cancelAnimationFrame(frame.current)
      resized.disconnect()
      body.removeEventListener('scroll', look)
    }
  }, [look, measure])

  const placed = useMemo(() => {
    let top = 0
    let before = 0
    return sections.map((section) => {
      const start = { top, before }
      top += (section.title === undefined ? 0 : heights.title) + section.items.length * heights.row
      before += section.items.length
      return { ...section, ...start, titleHeight: section.title === undefined ? 0 : heights.title }
    })
  }, [sections, heights])

  const near = isVirtual ? lastNear(placed, range, heights.row) : count
  useEffect(() => onNear?.(near), [onNear, near])

  const onFocus = ({ target }: FocusEvent) => setFocused(target.closest<HTMLElement>('[data-row]')?.dataset['row'])
  return (
    <div ref={ref} onFocus={onFocus} onBlur={() => setFocused(undefined)}>
      <i className="po-list__text" aria-hidden="true" />
      {placed.map(({ key, title, items, top, before, titleHeight }) => (
        <Fragment key={key}>
          {title !== undefined && (
            <div className="po-h po-stuck" data-title id={`po-list-${key}`}>
              {title}
            </div>
          )}
          <ul
            className={isVirtual ? 'po-list is-virtual' : 'po-list'}
            {...(title === undefined ? { 'aria-label': label } : { 'aria-labelledby': `po-list-${key}` })}
            {...(isVirtual && { style: { blockSize: items.length * heights.row } })}
          >
            {rowsIn({ items, top: top + titleHeight, range, row: heights.row, isVirtual, focused, itemKey }).map((at) => {
              const item = items[at] as Item // within the list
              const id = itemKey(item)
              return (
                <Row
                  key={id}
                  id={id}
                  item={item}
                  renderRow={renderRow}
                  position={before + at + 1}
                  count={count}
                  top={isVirtual ? at * heights.row : undefined}
                />
              )
            })}
          </ul>
        </Fragment>
      ))}
    </div>
  )
}

/**
 * What is rendered next of what is wanted: rows in view at once unless a leap has brought many of them, those around them a portion at a
 * time. A leap begins with what is in view alone, since the rest would be gone with the next one.
 * @param top of the view and its `bottom`, px from the start of the list
 * @returns `now` itself where nothing is missing
 */
function nextRange(now: Range, top: number, bottom: number): Range {
  // In steps, so that most scrolls draw nothing.
  const wanted = { from: Math.floor((top - overscan) / portion) * portion, to: Math.ceil((bottom + overscan) / portion) * portion }
  const isNear = now.from <= bottom && now.to >= top
  const kept = isNear ? { from: Math.max(wanted.from, now.from), to: Math.min(wanted.to, now.to) } : { from: top, to: top }
  if (bottom - kept.to > atOnce) return { ...kept, to: kept.to + atOnce }
  if (kept.from - top > atOnce) return { ...kept, from: kept.from - atOnce }
  if (!isNear) return { from: top, to: bottom }
  const from = Math.max(wanted.from, Math.min(now.from, top + portion) - portion)
  const to = Math.min(wanted.to, Math.max(now.to, bottom - portion) + portion)
  return from === now.from && to === now.to ? now : { from, to }
}

interface RowsIn<Item> {
  readonly items: readonly Item[]
  /** Of the first of them, px from the start of the list. */
  readonly top: number
  readonly range: Range
  readonly row: number
  readonly isVirtual: boolean
  readonly focused: string | undefined
  readonly itemKey: (item: Item) => string
}

/** Which rows of a section are rendered. */
function rowsIn<Item>({ items, top, range, row, isVirtual, focused, itemKey }: RowsIn<Item>): readonly number[] {
  if (!isVirtual) return items.map((_, at) => at)
  const first = Math.max(0, Math.floor((range.from - top) / row))
  const last = Math.min(items.length, Math.ceil((range.to - top) / row))
  const rows = Array.from({ length: Math.max(0, last - first) }, (_, at) => first + at)
  const kept = focused === undefined ? -1 : items.findIndex((item) => itemKey(item) === focused)
  return kept < 0 || (kept >= first && kept < last) ? rows : kept < first ? [kept, ...rows] : [...rows, kept]
}

interface Placed {
  readonly items: readonly unknown[]
  readonly top: number
  readonly before: number
  readonly titleHeight: number
}

/** How many rows there are down to the last one that is rendered. */
function lastNear(sections: readonly Placed[], { to }: Range, row: number): number {
  return sections.reduce((near, { items, top, before, titleHeight }) => {
    const last = Math.min(items.length, Math.ceil((to - top - titleHeight) / row))
    return last > 0 ? before + last : near
  }, 0)
}

interface RowProps<Item> {
  readonly id: string
  readonly item: Item
  readonly renderRow: (item: Item) => ReactNode
  readonly position: number
  readonly count: number
  /** Where it stands in its section, px; undefined where all rows are rendered. */
  readonly top: number | undefined
}

function RowOf<Item>({ id, item, renderRow, position, count, top }: RowProps<Item>) {
  const style: CSSProperties | undefined = top === undefined ? undefined : { insetBlockStart: top }
  return (
    <li data-row={id} aria-posinset={position} aria-setsize={count} {...(style && { style })}>
      {renderRow(item)}
    </li>
  )
}
const Row = memo(RowOf) as typeof RowOf
