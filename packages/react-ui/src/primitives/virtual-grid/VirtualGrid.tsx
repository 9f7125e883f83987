'use client'
import { memo, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { FocusEvent, KeyboardEvent, ReactNode } from 'react'
import { cls } from '../cls.js'

const columns = 4
const gap = 8
/** Fewer cells than this are all rendered. */
const virtualFrom = 60
/** Rows beyond both edges of the view, so that a fast scroll finds them there. */
const overscan = 3
/** Height of a row until the first one has been measured, px. */
const assumedRow = 96

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
}

interface RowProps {
  row: number
  /** Column of the one cell that the Tab key reaches, if it is in this row. */
  active: number
  /** px from the start of the grid; undefined where rows simply follow each other. */
  top: number | undefined
  cell: (index: number, tabIndex: 0 | -1) => ReactNode
}

const Row = memo(function Row({ row, active, top, cell }: RowProps) {
  return (
    <div className="po-grid__row" role="presentation" {...(top !== undefined && { style: { insetBlockStart: top } })}>
      {Array.from({ length: columns }, (_, column) => cell(row * columns + column, active === column ? 0 : -1))}
    </div>
  )
})

function scrollParent(element: HTMLElement) {
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent
  }
  return null
}

/**
 * Cells of 72 px in rows of four, for a list of wallets however long: only the rows near the view are rendered.
 * One tab stop. Arrow keys (mirrored in right-to-left text), Home, End, Page Up and Page Down move; the cell that has the focus,
 * or had it last, stays rendered when it is scrolled out, so neither focus nor tab stop is lost.
 * Scrolls with the nearest scrolling ancestor. Layout is read when sizes change, not while scrolling.
 */
export function VirtualGrid<Item>({ label, items, itemKey, renderCell }: VirtualGridProps<Item>) {
  const grid = useRef<HTMLDivElement>(null)
  const page = useRef(1)
  const moved = useRef(false)
  const [chosen, setChosen] = useState(0)
  const [range, setRange] = useState({ first: 0, last: 2 * overscan })
  const [rowHeight, setRowHeight] = useState(assumedRow)

  const virtual = items.length >= virtualFrom
  const rows = Math.ceil(items.length / columns)
  const active = Math.max(0, Math.min(chosen, items.length - 1))
  const activeRow = Math.floor(active / columns)
  const pitch = rowHeight + gap

  useLayoutEffect(() => {
    const element = grid.current
    const scroller = virtual && element ? scrollParent(element) : null
    if (!element || !scroller) return
    let offset = 0
    let view = 0
    let step = assumedRow + gap
    const update = () => {
      const top = scroller.scrollTop - offset
      const first = Math.max(0, Math.floor(top / step) - overscan)
      const last = Math.floor((top + view) / step) + overscan
      setRange((old) => (old.first === first && old.last === last ? old : { first, last }))
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
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(scroller)
    scroller.addEventListener('scroll', update, { passive: true })
    return () => {
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
    const row = Math.max(0, Math.min(activeRow + (byRow ?? 0), rows - 1))
    const next = byRow === undefined ? active + (byCell ?? 0) : row * columns + (active % columns)
    const index = Math.max(0, Math.min(next, items.length - 1))
    if (index === active) return
    moved.current = true
    setChosen(index)
  }

  const cell = useCallback(
    (index: number, tabIndex: 0 | -1) => {
      const item = items[index]
      return (
        item !== undefined && (
          <div key={itemKey(item)} role="listitem" aria-setsize={items.length} aria-posinset={index + 1}>
            {renderCell(item, { tabIndex, 'data-index': index })}
          </div>
        )
      )
    },
    [items, itemKey, renderCell],
  )

  const first = virtual ? Math.min(range.first, rows - 1) : 0
  const last = virtual ? Math.min(range.last, rows - 1) : rows - 1
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
      {...(virtual && { style: { blockSize: rows * pitch - gap } })}
    >
      {shown.map((row) => (
        <Row
          key={row}
          row={row}
          active={row === activeRow ? active % columns : -1}
          top={virtual ? row * pitch : undefined}
          cell={cell}
        />
      ))}
    </div>
  )
}
