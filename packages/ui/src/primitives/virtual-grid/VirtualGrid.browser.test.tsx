import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import base from '../../styles/base.css?inline'
import tokens from '../../styles/tokens.css?inline'
import cells from '../cell/Cell.css?inline'
import { Cell } from '../cell/Cell.js'
import { VirtualGrid } from './VirtualGrid.js'
import type { GridCellProps } from './VirtualGrid.js'

const names = (count: number) => Array.from({ length: count }, (_, i) => `Wallet ${i + 1}`)
const itemKey = (name: string) => name
const drawn = vi.fn()
const renderCell = (name: string, cell: GridCellProps) => {
  drawn(name)
  return (
    <Cell {...cell} tile={<span style={{ blockSize: 56 }} />}>
      {name}
    </Cell>
  )
}

/** A grid in a scrolling body of 400 px, below 60 px of something else. */
async function render(items: string[], dir: 'ltr' | 'rtl' = 'ltr') {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(tokens + base + cells)
  document.adoptedStyleSheets = [sheet]
  const place = document.body.appendChild(document.createElement('div'))
  place.className = 'portico'
  place.dir = dir
  const root = createRoot(place)
  const draw = (next: string[]) =>
    root.render(
      <div
        className="po-body"
        style={{ blockSize: 400, inlineSize: 328, padding: '0 16px 16px', overflow: 'hidden auto', scrollPaddingBlock: '8px 24px' }}
      >
        <div style={{ blockSize: 60 }} />
        <VirtualGrid label="Wallets" items={next} itemKey={itemKey} renderCell={renderCell} />
      </div>,
    )
  draw(items)
  onTestFinished(() => {
    root.unmount()
    place.remove()
  })
  await expect.element(page.getByRole('list', { name: 'Wallets' })).toBeInTheDocument()
  const body = place.querySelector('.po-body')
  if (!(body instanceof HTMLElement)) throw new Error('The grid was not rendered')
  return { body, draw }
}

const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 20)))
/** Until a few frames in a row drew nothing: rows beyond the edges of the view come one by one. */
const settled = async () => {
  for (let calls = -1; calls !== drawn.mock.calls.length; ) {
    calls = drawn.mock.calls.length
    for (let frames = 0; frames < 3; frames += 1) await frame()
  }
}
const focused = () => document.activeElement?.textContent
const shown = (body: HTMLElement) => [...body.querySelectorAll('[role=listitem]')].map((item) => item.textContent)
const stops = (body: HTMLElement) => [...body.querySelectorAll('[tabindex="0"]')].map((item) => item.textContent)

test('renders all of a short list, and of a long one only the rows near the view', async () => {
  const short = await render(names(59))
  await vi.waitFor(() => expect(shown(short.body)).toHaveLength(59))
  short.draw(names(540))
  await vi.waitFor(() => expect(short.body.querySelector('[role=listitem]')?.getAttribute('aria-setsize')).toBe('540'))
  expect(shown(short.body).length).toBeLessThan(40)
  expect(shown(short.body)[0]).toBe('Wallet 1')
})

test('what is in view is rendered wherever one scrolls, at the place where it would stand if all were', async () => {
  const { body } = await render(names(540))
  for (const top of [0, 1234, 7777, 1e6, 3000]) {
    body.scrollTop = top
    await frame()
    const view = body.getBoundingClientRect()
    const cells = [...body.querySelectorAll('[role=listitem]')].filter((cell) => {
      const { top: start, bottom } = cell.getBoundingClientRect()
      return bottom > view.top + 60 && start < view.bottom - 40
    })
    expect(cells.length).toBeGreaterThanOrEqual(12)
    for (const cell of cells) {
      const row = Math.floor((Number(cell.getAttribute('aria-posinset')) - 1) / 4)
      expect(cell.getBoundingClientRect().top - view.top + body.scrollTop).toBeCloseTo(60 + row * 104, 0)
    }
  }
})

test('arrow keys, Home, End and the page keys move the focus; one cell is the tab stop', async () => {
  const { body } = await render(names(540))
  await userEvent.tab()
  expect(focused()).toBe('Wallet 1')
  for (const [key, name] of [
    ['ArrowRight', 'Wallet 2'],
    ['ArrowDown', 'Wallet 6'],
    ['ArrowLeft', 'Wallet 5'],
    ['ArrowUp', 'Wallet 1'],
    ['ArrowUp', 'Wallet 1'],
    ['ArrowLeft', 'Wallet 1'],
    ['PageDown', 'Wallet 13'],
    ['End', 'Wallet 540'],
    ['ArrowRight', 'Wallet 540'],
    ['PageUp', 'Wallet 528'],
    ['Home', 'Wallet 1'],
  ] as const) {
    await userEvent.keyboard(`{${key}}`)
    expect([key, focused(), stops(body)]).toEqual([key, name, [name]])
    await expect.element(page.getByRole('button', { name, exact: true })).toBeInViewport()
  }
})

test('left and right are mirrored in right-to-left text', async () => {
  await render(names(540), 'rtl')
  await userEvent.tab()
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowRight}')
  expect(focused()).toBe('Wallet 2')
})

test('the cell with the focus keeps it when it is scrolled out of view, and the next key goes on from there', async () => {
  const { body } = await render(names(540))
  await userEvent.tab()
  await userEvent.keyboard('{ArrowDown}{ArrowRight}')
  body.scrollTop = 6000
  await frame()
  expect(shown(body)).not.toContain('Wallet 12')
  expect(focused()).toBe('Wallet 6')
  expect(stops(body)).toEqual(['Wallet 6'])
  await userEvent.keyboard('{ArrowRight}')
  expect(focused()).toBe('Wallet 7')
  expect(body.scrollTop).toBeLessThan(400)
})

test('a list that gets shorter keeps a tab stop', async () => {
  const { body, draw } = await render(names(540))
  await userEvent.tab()
  await userEvent.keyboard('{End}')
  draw(names(3))
  await vi.waitFor(() => expect(shown(body)).toHaveLength(3))
  expect(stops(body)).toEqual(['Wallet 3'])
  draw([])
  await vi.waitFor(() => expect(shown(body)).toHaveLength(0))
})

test('a scroll within a row draws nothing, and one over a row draws that row alone', async () => {
  const { body } = await render(names(540))
  await settled()
  body.scrollTop = 1000
  await settled()
  drawn.mockClear()
  body.scrollTop = 1005
  await settled()
  expect(drawn).not.toHaveBeenCalled()
  body.scrollTop = 1005 + 104
  await settled()
  expect(drawn).toHaveBeenCalledTimes(4)
})

test('rows neither overlap nor part when the text gets larger', async () => {
  const { body } = await render(names(540))
  await settled()
  const rows = () => [...body.querySelectorAll<HTMLElement>('.po-grid__row')]
  const pitches = () => [
    ...new Set(
      rows()
        .slice(1)
        .map((row, at) => row.offsetTop - (rows()[at]?.offsetTop ?? 0)),
    ),
  ]
  const before = rows()[0]?.offsetHeight ?? 0
  expect(pitches()).toEqual([before + 8])
  body.parentElement?.style.setProperty('--portico-font-size', '20px')
  expect(rows()[0]?.offsetHeight).toBeGreaterThan(before)
  await vi.waitFor(() => expect(pitches()).toEqual([(rows()[0]?.offsetHeight ?? 0) + 8]), { timeout: 2000 })
})
