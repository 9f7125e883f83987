import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import base from '../../styles/base.css?inline'
import tokens from '../../styles/tokens.css?inline'
import listItem from '../list-item/ListItem.css?inline'
import { ListItem } from '../list-item/ListItem.js'
import virtualList from './VirtualList.css?inline'
import { VirtualList } from './VirtualList.js'

const height = 56
const names = (count: number) => Array.from({ length: count }, (_, at) => `Token ${at}`)
const itemKey = (name: string) => name
const renderRow = (name: string) => <ListItem style={{ blockSize: height }}>{name}</ListItem>

/** A list in a scrolling body of 400 px unless told, below 60 px of something else. */
async function render(count: number, blockSize = 400): Promise<HTMLElement> {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(tokens + base + listItem + virtualList)
  document.adoptedStyleSheets = [sheet]
  const place = document.body.appendChild(document.createElement('div'))
  place.className = 'portico'
  const root = createRoot(place)
  root.render(
    <div className="po-body" style={{ blockSize, overflow: 'hidden auto' }}>
      <div style={{ blockSize: 60 }} />
      <VirtualList label="Tokens" sections={[{ key: 'all', items: names(count) }]} itemKey={itemKey} renderRow={renderRow} />
    </div>,
  )
  onTestFinished(() => {
    root.unmount()
    place.remove()
  })
  return await vi.waitFor(() => {
    const body = place.querySelector('.po-body')
    if (!(body instanceof HTMLElement) || rows(body).length === 0) throw new Error('The list was not rendered')
    return body
  })
}

const rows = (body: HTMLElement) => [...body.querySelectorAll<HTMLElement>('[data-row]')]
const numbers = (body: HTMLElement) => rows(body).map((row) => Number(row.dataset['row']?.slice('Token '.length)))
const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)))
/** The first and the last row that can be seen. */
const seen = (body: HTMLElement) => [Math.floor((body.scrollTop - 60) / height), Math.ceil((body.scrollTop + 340) / height) - 1]

/** How many rows each frame adds after something was done, without the frames that add none. */
async function addedBy(body: HTMLElement, act: () => void): Promise<number[]> {
  const added: number[] = []
  let count = 0
  const observer = new MutationObserver((records) => {
    const of = (nodes: NodeList) => [...nodes].filter((node) => node instanceof HTMLElement && node.dataset['row']).length
    count += records.reduce((sum, { addedNodes }) => sum + of(addedNodes), 0)
  })
  observer.observe(body, { subtree: true, childList: true })
  act()
  for (let frames = 0; frames < 20; frames += 1) {
    await frame()
    added.push(count)
    count = 0
  }
  observer.disconnect()
  return added.filter((some) => some > 0)
}

test('a short list is there as a whole, and of a long one what is in view and a little around it', async () => {
  expect(rows(await render(40))).toHaveLength(40)
  const body = await render(10_000)
  await vi.waitFor(() => expect(numbers(body).at(-1)).toBeGreaterThanOrEqual(10))
  expect(rows(body).length).toBeLessThan(20)
  expect(rows(body)[0]?.getAttribute('aria-setsize')).toBe('10000')
})

test('what is in view is there wherever one scrolls, each row at its place', async () => {
  const body = await render(10_000)
  for (const top of [0, 300, 700, 100_000, 99_000, 558_000, 40]) {
    body.scrollTop = top
    await frame()
    await frame()
    const [first = 0, last = 0] = seen(body)
    for (let at = Math.max(0, first); at <= Math.min(9_999, last); at += 1) {
      const row = body.querySelector(`[data-row="Token ${at}"]`)
      expect(row, `row ${at} at ${top}`).not.toBeNull()
      const placed = (row?.getBoundingClientRect().top ?? 0) - body.getBoundingClientRect().top
      expect(Math.round(placed)).toBe(60 + at * height - body.scrollTop)
    }
  }
})

test('a leap draws what is in view, and what is around it a few rows at a time', async () => {
  const body = await render(10_000)
  await vi.waitFor(() => expect(numbers(body).length).toBeGreaterThan(10))
  const added = await addedBy(body, () => (body.scrollTop = 200_000))
  const [first = 0, last = 0] = seen(body)
  const inView = last - first + 1
  const [leap = 0, ...after] = added
  expect(leap).toBeLessThanOrEqual(inView + 1)
  // 140 px on each side, in each of the frames that follow.
  expect(after.length).toBeGreaterThan(0)
  expect(Math.max(...after)).toBeLessThanOrEqual(6)
  expect(numbers(body)[0]).toBeLessThanOrEqual(first - 4)
  expect(numbers(body).at(-1)).toBeGreaterThanOrEqual(last + 4)
})

// Where the machine stalls, what two frames add is seen as one: who adds too much does so each time.
test('a leap fills a large view in parts, upwards as downwards, and a scroll fills what it uncovers at once', { retry: 2 }, async () => {
  const body = await render(10_000, 900)
  await vi.waitFor(() => expect(numbers(body).length).toBeGreaterThan(16))
  for (const top of [200_000, 201_200, 200_000]) {
    const added = await addedBy(body, () => (body.scrollTop = top))
    expect(Math.max(...added), `to ${top}`).toBeLessThanOrEqual(6) // 224 px, and a row at each edge
    const first = Math.floor((top - 60) / height)
    expect(numbers(body)).toEqual(expect.arrayContaining(Array.from({ length: 16 }, (_, at) => first + at)))
  }
  const [uncovered = 0] = await addedBy(body, () => (body.scrollTop += 500))
  expect(uncovered).toBeGreaterThanOrEqual(Math.floor((500 - 280) / height))
})

/** How far each rendered row stands from the one before it, px. */
const pitches = (body: HTMLElement) => {
  const tops = rows(body).map((row) => Math.round(row.getBoundingClientRect().top))
  return [...new Set(tops.slice(1).map((top, at) => top - (tops[at] ?? 0)))]
}

/** A list of rows without a height of their own, 320 px wide; `draw` gives it others. */
async function renderFree(items: readonly string[]) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(tokens + base + listItem + virtualList)
  document.adoptedStyleSheets = [sheet]
  const place = document.body.appendChild(document.createElement('div'))
  place.className = 'portico'
  const root = createRoot(place)
  const renderFreely = (name: string) => <ListItem sub="1 of it">{name}</ListItem>
  const draw = (shown: readonly string[]) =>
    root.render(
      <div className="po-body" style={{ blockSize: 400, inlineSize: 320, overflow: 'hidden auto' }}>
        <VirtualList label="Tokens" sections={[{ key: 'all', items: shown }]} itemKey={itemKey} renderRow={renderFreely} />
      </div>,
    )
  draw(items)
  onTestFinished(() => {
    root.unmount()
    place.remove()
  })
  const body = await vi.waitFor(() => {
    const found = place.querySelector<HTMLElement>('.po-body')
    if (!found || rows(found).length === 0) throw new Error('The list was not rendered')
    return found
  })
  return { place, body, draw }
}

test('a list that grows long leaves no gaps where the first row of the short one took two lines', async () => {
  const long = 'A token whose name is far too long for one line of a phone, so that it takes two'
  const { body, draw } = await renderFree([long, ...names(4)])
  expect(rows(body)[0]?.offsetHeight).toBeGreaterThan(56)
  draw([long, ...names(200)])
  await vi.waitFor(() => expect(rows(body).length).toBeGreaterThan(6))
  expect(pitches(body)).toEqual([rows(body)[0]?.offsetHeight])
})

test('rows of a long list neither overlap nor part when the text gets larger', async () => {
  const { place, body } = await renderFree(names(200))
  const before = rows(body)[0]?.offsetHeight
  expect(pitches(body)).toEqual([before])
  place.style.setProperty('--portico-font-size', '20px')
  const after = rows(body)[0]?.offsetHeight
  expect(after).toBeGreaterThan(before ?? 0)
  await vi.waitFor(() => expect(pitches(body)).toEqual([after]), { timeout: 2000 })
})
