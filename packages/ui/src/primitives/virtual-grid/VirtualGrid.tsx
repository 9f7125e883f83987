'use client'
import { memo, startTransition, useEffect, useRef, useState } from 'react'
import type { FocusEvent, KeyboardEvent, ReactNode } from 'react'
import { cls } from '../cls.js'
import { SkeletonCell } from '../skeleton/Skeleton.js'

const columns = 4
const gap = 8
/** Rows that are rendered at first, and more in each frame after it until the view is full: a slow phone does not stop for all at once. */
const opening = { rows: 1, more: 4 }
/** Rows beyond the view that are rendered in each frame of a scroll. What comes into the view is there at once. */
const rowsPerFrame = 1
/** Fewer cells than this are all rendered, unless more are on their way. */
const virtualFrom = 60
/** Rows beyond both edges of the view, so that a fast scroll finds them there. */
const overscan = 3
/** Height of a row until the first one has been measured, px. */
const assumedRow = 96

interface Range {
  readonly first: number
  readonly last: number
}
const firstRange: Range = { first: 0, last: 2 * overscan }
const isSame = (a: Range, b: Range) => a.first === b.first && a.last === b.last

interface NextOptions {
  /** Rows in the view. */
  readonly seen: Range
  /** Those, and the ones beyond its edges. */
  readonly wanted: Range
  readonly isDown: boolean
}

/** The rows to render next: of those that are, the wanted ones, then all in the view, then more of the wanted ones, first where the scroll goes. */
function nextRange(drawn: Range, { seen, wanted, isDown }: NextOptions): Range {
  const kept = { first: Math.max(drawn.first, wanted.first), last: Math.min(drawn.last, wanted.last) }
  const base = kept.first > kept.last ? seen : { first: Math.min(kept.first, seen.first), last: Math.max(kept.last, seen.last) }
  if (base.first < kept.first || base.last > kept.last) return base
  const below = Math.min(rowsPerFrame, wanted.last - base.last)
  const above = Math.min(rowsPerFrame, base.first - wanted.first)
  return isDown
    ? { first: base.first - (below > 0 ? 0 : above), last: base.last + below }
    : { first: base.first - above, last: base.last + (above > 0 ? 0 : below) }
}

/** To be spread on the button of a cell. */
export interface GridCellProps {
  tabIndex: 0 | -1
  'data-index': number
}

export interface VirtualGridProps<Item> {
  /** Names the list. */
  label: string
  items: readonly Item[]
  itemKey: (item: Item) => string
  /** Draws a cell. Keep the function's identity while nothing it draws changes: rows that stay are then not drawn again. */
  renderCell: (item: Item, cell: GridCellProps) => ReactNode
  /** How many there are, where `items` are those known so far. */
  total?: number | undefined
  /** Places of cells that are on their way, after the others. They cannot be reached. */
  pending?: number | undefined
  /** Called with the number of cells down to the last one near the view, places of what is on its way included: once the view is drawn, and when that changes. */
  onNear?: ((count: number) => void) | undefined
}

interface RowProps {
  row: number
  /** Column of the one cell that the Tab key reaches, if it is in this row. */
  active: number
  /** px from the start of the grid; undefined where rows simply follow each other. */
  top: number | undefined
  cell: (index: number, tabIndex: 0 | -1) => ReactNode
  /** What the cells are drawn from. While it is the same, they are not drawn again. */
  from: readonly unknown[]
}

const Row = memo(
  function Row({ row, active, top, cell }: RowProps) {
    return (
      <div className="po-grid__row" role="presentation" {...(top !== undefined && { style: { insetBlockStart: top } })}>
        {Array.from({ length: columns }, (_, column) => cell(row * columns + column, active === column ? 0 : -1))}
      </div>
    )
  },
  (before, now) =>
    before.row === now.row &&
    before.active === now.active &&
    before.top === now.top &&
    before.from.length === now.from.length &&
    before.from.every((part, at) => part === now.from[at]),
)

function scrollParent(element: HTMLElement) {
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent
  }
  return null
}

/**
 * Cells of 84 px in rows of four, for a list of wallets however long: only the rows near the view are rendered.
 * One tab stop. Arrow keys (mirrored in right-to-left text), Home, End, Page Up and Page Down move; the cell that has the focus,
 * or had it last, stays rendered when it is scrolled out, so neither focus nor tab stop is lost.
 * Scrolls with the nearest scrolling ancestor. Layout is read when sizes change, not while scrolling.
 */
export function VirtualGrid<Item>({
  label,
  items,
  itemKey,
  renderCell,
  total = items.length,
  pending = 0,
  onNear,
}: VirtualGridProps<Item>) {
  const grid = useRef<HTMLDivElement>(null)
  const page = useRef(1)
  const moved = useRef(false)
  const [chosen, setChosen] = useState(0)
  const [range, setRange] = useState(firstRange)
  const [rowHeight, setRowHeight] = useState(assumedRow)
  const [opened, setOpened] = useState(opening.rows)

  const cells = items.length + pending
  const virtual = cells >= virtualFrom || pending > 0
  const rows = Math.ceil(cells / columns)
  const active = Math.max(0, Math.min(chosen, items.length - 1))
  const activeRow = Math.floor(active / columns)
  const pitch = rowHeight + gap

  useEffect(() => {
    const element = grid.current
    const scroller = element && scrollParent(element)
    if (!element || !scroller) return
    let offset = 0
    let view = 0
    let step = assumedRow + gap
    let before = 0
    let frame = 0
    let drawn: Range = firstRange
    const update = () => {
      cancelAnimationFrame(frame)
      const top = scroller.scrollTop - offset
      const seen = { first: Math.max(0, Math.floor(top / step)), last: Math.max(0, Math.floor((top + view) / step)) }
      const wanted = { first: Math.max(0, seen.first - overscan), last: seen.last + overscan }
      const isBlank = drawn.first > seen.last || drawn.last < seen.first
      const next = nextRange(drawn, { seen, wanted, isDown: top >= before })
      drawn = next
      before = top
      const draw = () => setRange((old) => (isSame(old, next) ? old : next))
      if (isBlank) draw()
      else startTransition(draw) // in slices, between which the page can do other things
      if (!isSame(drawn, wanted)) frame = requestAnimationFrame(update)
    }
    const measure = () => {
      offset = element.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop
      view = scroller.clientHeight
      const height = element.querySelector<HTMLElement>('.po-grid__row')?.offsetHeight || assumedRow
      step = height + gap
      page.current = Math.max(1, Math.floor(view / step))
      setRowHeight(height)
      update()
    }
    const observer = new ResizeObserver(measure) // which begins with how large it is, once the browser has laid it out anyway
    observer.observe(scroller)
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    scroller.addEventListener('scroll', update, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      scroller.removeEventListener('scroll', update)
    }
  }, [virtual])

  // A key moved the focus to a cell that may have been rendered only now.
  useEffect(() => {
    if (!moved.current) return
    moved.current = false
    const cell = grid.current?.querySelector<HTMLElement>(`[data-index="${active}"]`)
    cell?.focus({ preventScroll: true })
    cell?.scrollIntoView({ block: 'nearest' })
  }, [active])

  const onFocus = ({ target }: FocusEvent) => {
    const index = target.closest('[data-index]')?.getAttribute('data-index')
    if (index) setChosen(Number(index))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const inline = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1
    const byRow = { ArrowUp: -1, ArrowDown: 1, PageUp: -page.current, PageDown: page.current }[event.key]
    const byCell = { ArrowLeft: -inline, ArrowRight: inline, Home: -items.length, End: items.length }[event.key]
    if (byRow === undefined && byCell === undefined) return
    event.preventDefault()
    const row = Math.max(0, Math.min(activeRow + (byRow ?? 0), Math.ceil(items.length / columns) - 1))
    const next = byRow === undefined ? active + (byCell ?? 0) : row * columns + (active % columns)
    const index = Math.max(0, Math.min(next, items.length - 1))
    if (index === active) return
    moved.current = true
    setChosen(index)
  }

  const cell = (index: number, tabIndex: 0 | -1) => {
    const item = items[index]
    if (item === undefined) return index < cells && <SkeletonCell key={index} />
    return (
      <div key={itemKey(item)} role="listitem" aria-setsize={total} aria-posinset={index + 1}>
        {renderCell(item, { tabIndex, 'data-index': index })}
      </div>
    )
  }
  const from = (row: number) => [
    renderCell,
    itemKey,
    total,
    Math.min(cells - row * columns, columns),
    ...items.slice(row * columns, (row + 1) * columns),
  ]

  const first = virtual ? Math.min(range.first, rows - 1) : 0
  const end = virtual ? Math.min(range.last, rows - 1) : rows - 1
  const last = Math.min(end, first + opened - 1)
  const isOpening = last < end
  useEffect(() => {
    if (rows === 0) return
    if (!isOpening) return setOpened(Infinity)
    const frame = requestAnimationFrame(() => setOpened((count) => count + opening.more))
    return () => cancelAnimationFrame(frame)
  }, [rows, isOpening, opened])

  const near = Math.min(cells, (range.last + 1) * columns)
  useEffect(() => {
    if (!isOpening) onNear?.(near)
  }, [near, isOpening, onNear])

  const shown = Array.from({ length: last - first + 1 }, (_, i) => first + i)
  if (activeRow < first) shown.unshift(activeRow)
  if (activeRow > last && items.length > 0) shown.push(activeRow)
  return (
    <div
      ref={grid}
      className={cls('po-grid', virtual && 'is-virtual')}
      role="list"
      aria-label={label}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      {...(virtual ? { style: { blockSize: rows * pitch - gap } } : isOpening && { style: { minBlockSize: rows * pitch - gap } })}
    >
      <i className="po-grid__text" aria-hidden="true" />
      {shown.map((row) => (
        <Row
          key={row}
          row={row}
          active={row === activeRow ? active % columns : -1}
          top={virtual ? row * pitch : undefined}
          cell={cell}
          from={from(row)}
        />
      ))}
    </div>
  )
}
