import { afterEach, expect, test, vi } from 'vitest'
import { guardPresses, settlingTime } from './guardPresses.js'

let clear = () => {}
afterEach(() => clear())

const later = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

/** A card with two rows, of which each counts its presses. */
async function setUp() {
  const card = document.body.appendChild(document.createElement('section'))
  card.innerHTML = '<div class="po-body"><button>Disconnect</button><button>Explorer</button></div>'
  for (const button of card.querySelectorAll('button')) button.style.cssText = 'display: block; block-size: 48px; inline-size: 200px'
  const pressed = vi.fn<(text: string | null) => void>()
  card.addEventListener('click', ({ target }) => {
    if (target instanceof Element) pressed(target.textContent)
  })
  const stop = guardPresses(card)
  clear = () => {
    stop()
    card.remove()
  }
  const body = card.querySelector('.po-body')
  const [disconnect] = card.querySelectorAll('button')
  if (!body || !disconnect) throw new Error('No card')
  card.firstElementChild?.append('') // a first change, as of any view that is drawn
  await drawn()
  const row = (text: string) => {
    const added = document.createElement('button')
    added.textContent = text
    added.style.cssText = 'display: block; block-size: 48px; inline-size: 200px'
    body.prepend(added)
    return added
  }
  const { left, top } = disconnect.getBoundingClientRect()
  /** Presses where "Disconnect" stood at first. */
  const press = (detail = 1) => {
    const place = { clientX: left + 20, clientY: top + 20, bubbles: true, cancelable: true, composed: true }
    const target = document.elementFromPoint(place.clientX, place.clientY)
    target?.dispatchEvent(new PointerEvent('pointerdown', place))
    target?.dispatchEvent(new MouseEvent('click', { ...place, detail }))
    return target?.textContent
  }
  return { body, row, press, pressed }
}

test('a press on what has come where another row stood does nothing for 300 ms, and is one afterwards', async () => {
  const { row, press, pressed } = await setUp()
  row('Wallets')
  expect(press()).toBe('Wallets') // before it is even drawn
  await drawn()
  expect(press()).toBe('Wallets')
  expect(pressed).not.toHaveBeenCalled()
  await later(settlingTime)
  press()
  expect(pressed.mock.calls).toEqual([['Wallets']])
})

test('a press where a row was taken away does not fall on the next one', async () => {
  const { body, press, pressed } = await setUp()
  body.querySelector('button')?.remove()
  expect(press()).toBe('Explorer')
  expect(pressed).not.toHaveBeenCalled()
})

test('a row that stays, one that is drawn anew, a key, and another view are pressed at once', async () => {
  const { body, row, press, pressed } = await setUp()
  press()
  expect(pressed).toHaveBeenLastCalledWith('Disconnect')
  body.querySelector('button')?.remove()
  row('Disconnect')
  press()
  expect(pressed).toHaveBeenCalledTimes(2)
  row('Wallets')
  press(0)
  expect(pressed).toHaveBeenLastCalledWith('Wallets')
  const next = document.createElement('div')
  next.className = 'po-body'
  next.append(...body.children)
  body.replaceWith(next)
  await drawn()
  press()
  expect(pressed).toHaveBeenCalledTimes(4)
})
