import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createArming, isLargeEnough, smallest, steadyFor } from './arming.js'
import { createPointerTrack, frameMoved, settleFor, type PointerSample } from './pointer.js'
import { createPress, type PressEvent } from './press.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const whole = { visible: true, width: 360, height: 600 }

describe('arming', () => {
  test('S10: arms after 500 ms in which everything stayed as it was, and not a millisecond before', () => {
    const said: string[] = []
    const arming = createArming({ onChange: (status) => said.push(status) })
    arming.see(whole)
    expect(arming.state()).toBe('arming')
    vi.advanceTimersByTime(steadyFor - 1)
    expect(arming.state()).toBe('arming')
    vi.advanceTimersByTime(1)
    expect(arming.state()).toBe('armed')
    expect(said).toEqual(['arming', 'armed'])
  })

  test.each([
    ['covered', { visible: false }, 'unseen'],
    ['narrower than 320 px', { width: 319 }, 'unseen'],
    ['lower than 480 px', { height: 479 }, 'unseen'],
    ['another size', { height: 601 }, 'arming'],
  ] as const)('S10: what becomes %s is not armed any more', (_, change, status) => {
    const arming = createArming()
    arming.see(whole)
    vi.advanceTimersByTime(steadyFor)
    const before = arming.generation()
    arming.see(change)
    expect(arming.state()).toBe(status)
    expect(arming.generation()).toBeGreaterThan(before)
  })

  test('S10: a change of content or focus begins the time anew, and the same sight told again does not', () => {
    const arming = createArming()
    arming.see(whole)
    vi.advanceTimersByTime(steadyFor - 1)
    arming.see(whole)
    vi.advanceTimersByTime(1)
    expect(arming.state()).toBe('armed')
    arming.disturb()
    expect(arming.state()).toBe('arming')
    vi.advanceTimersByTime(steadyFor - 1)
    arming.disturb()
    vi.advanceTimersByTime(steadyFor - 1)
    expect(arming.state()).toBe('arming')
  })

  test('after the end nothing arms', () => {
    const arming = createArming()
    arming.see(whole)
    arming.stop()
    arming.disturb()
    vi.advanceTimersByTime(10 * steadyFor)
    expect(arming.state()).toBe('unseen')
  })

  test('S10: over 10,000 random histories it is armed exactly when the last 500 ms were whole, large and still', () => {
    const step = fc.record({
      wait: fc.integer({ min: 0, max: 700 }),
      visible: fc.boolean(),
      width: fc.constantFrom(319, 320, 360),
      height: fc.constantFrom(479, 480, 600),
      disturb: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 8 }), (steps) => {
        const arming = createArming()
        let [clock, since] = [0, 0]
        let seen = { visible: false, width: 0, height: 0 }
        for (const { wait, disturb, ...sight } of steps) {
          if (JSON.stringify(sight) !== JSON.stringify({ visible: seen.visible, width: seen.width, height: seen.height }) || disturb)
            since = clock
          seen = sight
          arming.see(sight)
          if (disturb) arming.disturb()
          vi.advanceTimersByTime(wait)
          clock += wait
          const fine = seen.visible && isLargeEnough(seen)
          expect(arming.state()).toBe(!fine ? 'unseen' : clock - since >= steadyFor ? 'armed' : 'arming')
        }
        arming.stop()
      }),
      { numRuns: 10_000 },
    )
  })

  test('the least size is the promised one', () => expect(smallest).toEqual({ width: 320, height: 480 }))
})

describe('the pointer', () => {
  const sample = (x: number, y: number, more: Partial<PointerSample> = {}): PointerSample => ({
    type: 'move',
    clientX: x,
    clientY: y,
    screenX: x + 100,
    screenY: y + 200,
    at: 0,
    ...more,
  })

  test('a pointer that moves inside is no moved frame, whatever the zoom of the page', () => {
    expect(frameMoved(sample(10, 10), sample(200, 300))).toBe(false)
    expect(frameMoved(sample(10, 10), sample(20, 20, { screenX: 135, screenY: 235 }))).toBe(false)
  })
  test('S10: a frame that is pushed under a resting pointer is noticed', () => {
    expect(frameMoved(sample(10, 10), sample(10, 10, { screenX: 150 }))).toBe(true)
    expect(frameMoved(sample(10, 10), sample(12, 10, { screenY: 260 }))).toBe(true)
  })
  test('S10: a pointer counts once it has been inside for a moment, and from anew after the frame moved', () => {
    const track = createPointerTrack()
    expect(track.settled(1_000)).toBe(false)
    expect(track.add(sample(0, 0, { type: 'enter', at: 1_000 }))).toBe(true)
    expect(track.settled(1_000 + settleFor - 1)).toBe(false)
    expect(track.settled(1_000 + settleFor)).toBe(true)
    expect(track.add(sample(0, 0, { screenX: 300, at: 2_000 }))).toBe(false)
    expect(track.settled(2_000)).toBe(false)
    expect(track.settled(2_000 + settleFor)).toBe(true)
    track.add(sample(0, 0, { type: 'leave', at: 3_000 }))
    expect(track.settled(9_000)).toBe(false)
  })
})

describe('a press', () => {
  const quiet = { isTrusted: true, timeStamp: 1_000, preventDefault: () => {} }
  const event = (type: string, more: Partial<PressEvent> = {}): PressEvent => ({ ...quiet, type, ...more })
  const down = (more: Partial<PressEvent> = {}) =>
    event('pointerdown', { button: 0, isPrimary: true, pointerId: 1, pointerType: 'mouse', ...more })
  const up = (more: Partial<PressEvent> = {}) => event('pointerup', { button: 0, pointerId: 1, pointerType: 'mouse', ...more })

  function setUp() {
    const state = { status: 'armed' as 'armed' | 'arming', generation: 1, settled: true }
    const press = createPress({ state: () => state.status, generation: () => state.generation }, { settled: () => state.settled })
    return { state, press, play: (...events: PressEvent[]) => events.map((each) => press.handle(each)).filter(Boolean).length }
  }

  test('a press and release of one pointer approve, and the click that follows is not a second one', () => {
    const { play } = setUp()
    expect(play(down(), event('mousedown'), up(), event('click', { detail: 1 }))).toBe(1)
  })
  test('the space bar approves on its release, a finger at once, and an assistive technology by its click', () => {
    expect(setUp().play(event('keydown', { key: ' ' }), event('keyup', { key: ' ' }))).toBe(1)
    expect(setUp().play(down({ pointerType: 'touch' }), up({ pointerType: 'touch' }))).toBe(1)
    expect(setUp().play(event('click', { detail: 0 }))).toBe(1)
  })
  test.each<[string, PressEvent[]]>([
    ['Enter', [event('keydown', { key: 'Enter' }), event('click', { detail: 0 }), event('keyup', { key: 'Enter' })]],
    ['a space bar that was down already', [event('keydown', { key: ' ', repeat: true }), event('keyup', { key: ' ' })]],
    ['a space bar that only comes up', [event('keyup', { key: ' ' })]],
    ['a release that began elsewhere', [up()]],
    ['a press that is let go elsewhere', [down(), event('pointerleave'), up()]],
    ['another pointer', [down(), up({ pointerId: 2 })]],
    ['another button of the mouse', [down({ button: 2 }), up()]],
    ['a second finger', [down({ isPrimary: false, pointerType: 'touch' }), up()]],
    ['an interrupted touch', [down({ pointerType: 'touch' }), event('pointercancel'), up()]],
    ['events of a script', [down({ isTrusted: false }), up({ isTrusted: false }), event('click', { detail: 0, isTrusted: false })]],
    ['a click of the pointer alone', [event('click', { detail: 1 })]],
  ])('S10: %s never approves', (_, events) => expect(setUp().play(...events)).toBe(0))

  test('S10: nothing approves while it is not armed, was disturbed in between, or the pointer has just come', () => {
    const unarmed = setUp()
    unarmed.state.status = 'arming'
    expect(unarmed.play(down(), up(), event('keydown', { key: ' ' }), event('keyup', { key: ' ' }), event('click', { detail: 0 }))).toBe(0)

    const disturbed = setUp()
    disturbed.press.handle(down())
    expect(disturbed.press.isHeld()).toBe(true)
    disturbed.state.generation = 2
    expect(disturbed.play(up())).toBe(0)

    const hasty = setUp()
    hasty.state.settled = false
    expect(hasty.play(down(), up())).toBe(0)
  })
})
