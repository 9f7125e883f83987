import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { steadyFor } from './arming.js'
import { settleFor } from './pointer.js'
import { canProveVisibility, type GuardOptions, watchRequest } from './watch.js'

type Listener = (event: unknown) => void

/** As much of a node as the guard touches. Its events are trusted where a test says so: a script's never are. */
class FakeNode {
  readonly listeners = new Map<string, Set<Listener>>()
  readonly capturing = new Set<string>()
  readonly attributes = new Map<string, string>()
  clientWidth = 360
  clientHeight = 600
  visibilityState = 'visible'
  addEventListener(type: string, listener: Listener, { signal, capture }: { signal?: AbortSignal; capture?: boolean } = {}): void {
    const all = this.listeners.get(type) ?? new Set()
    this.listeners.set(type, all.add(listener))
    if (capture) this.capturing.add(type)
    signal?.addEventListener('abort', () => all.delete(listener))
  }
  getAttribute(name: string): string | null {
    return this.attributes.get(name) ?? null
  }
  fire(type: string, event: object = {}): void {
    for (const listener of this.listeners.get(type) ?? []) listener(Object.assign(event, { type }))
  }
  get heard(): number {
    return [...this.listeners.values()].reduce((sum, each) => sum + each.size, 0)
  }
}

/** An observer that tells what a test says, and how it was asked. */
class FakeObserver {
  readonly tell: (entries: readonly object[]) => void
  readonly options: object | undefined
  observed: unknown[] = []
  constructor(tell: (entries: readonly object[]) => void, options?: object) {
    this.tell = tell
    this.options = options
    made.push(this)
  }
  observe(...asked: unknown[]): void {
    this.observed = asked
  }
  disconnect(): void {
    this.observed = []
  }
}
class Sight extends FakeObserver {}
class Size extends FakeObserver {}
class Content extends FakeObserver {}
class FakePointer {}
let made: FakeObserver[] = []

beforeEach(() => {
  vi.useFakeTimers()
  made = []
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function watching(by: GuardOptions['by'] = 'proof') {
  const [root, approve, page, view] = [new FakeNode(), new FakeNode(), new FakeNode(), new FakeNode()]
  for (const [name, value] of Object.entries({
    IntersectionObserver: Sight,
    ResizeObserver: Size,
    MutationObserver: Content,
    Element: FakeNode,
    PointerEvent: FakePointer,
    document: page,
    window: view,
  })) {
    vi.stubGlobal(name, value)
  }
  const said: string[] = []
  let approved = 0
  const guard = watchRequest({
    root: root as unknown as HTMLElement,
    approve: approve as unknown as HTMLElement,
    by,
    onChange: (status) => said.push(status),
    onApprove: () => (approved += 1),
  })
  const observer = (kind: new (tell: (entries: readonly object[]) => void) => FakeObserver): FakeObserver => {
    const found = made.find((each) => each instanceof kind)
    if (!found) throw new Error('Nobody observes that.')
    return found
  }
  const whole = { isIntersecting: true, intersectionRatio: 1, isVisible: true }
  const see = (entry: object = whole) => observer(Sight).tell([{ ...whole, isVisible: false }, entry])
  const arm = () => {
    see()
    observer(Size).tell([])
    vi.advanceTimersByTime(steadyFor)
  }
  const change = (...records: object[]) => observer(Content).tell(records)
  const point = (type: string, more: object = {}) =>
    root.fire(
      type,
      Object.assign(new FakePointer(), {
        isTrusted: true,
        target: root,
        clientX: 5,
        clientY: 5,
        screenX: 50,
        screenY: 60,
        timeStamp: 0,
        pointerType: 'mouse',
        ...more,
      }),
    )
  const key = (type: string, name: string) => approve.fire(type, { isTrusted: true, key: name, timeStamp: 0, preventDefault: () => {} })
  return { root, approve, page, view, said, guard, observer, whole, see, arm, change, point, key, approved: () => approved }
}

describe('what the guard sees', () => {
  test('S10: it asks for proof of visibility in a frame, and for geometry alone in a window of its own', () => {
    const proof = watching()
    expect(proof.observer(Sight).options).toEqual({ threshold: [0, 0.99, 1], trackVisibility: true, delay: 100 })
    expect([proof.observer(Sight).observed, proof.observer(Size).observed]).toEqual([[proof.root], [proof.root]])
    proof.arm()
    expect(proof.said.at(-1)).toBe('armed')
    proof.see({ ...proof.whole, isVisible: false })
    expect(proof.said.at(-1)).toBe('unseen')
    proof.see({ isIntersecting: true, intersectionRatio: 1 })
    expect(proof.said.at(-1)).toBe('unseen')

    made = []
    const window = watching('geometry')
    expect(window.observer(Sight).options).toEqual({ threshold: [0, 0.99, 1] })
    window.see({ isIntersecting: true, intersectionRatio: 0.99 })
    window.observer(Size).tell([])
    vi.advanceTimersByTime(steadyFor)
    expect(window.said.at(-1)).toBe('armed')
  })

  test.each([
    ['outside the viewport', { isIntersecting: false, intersectionRatio: 1, isVisible: true }],
    ['a hundredth outside', { isIntersecting: true, intersectionRatio: 0.98, isVisible: true }],
  ])('S10: %s is not seen', (_, entry) => {
    const { arm, see, said } = watching()
    arm()
    see(entry)
    expect(said.at(-1)).toBe('unseen')
  })

  test('S10: a page that is hidden, before or after, is not seen whole', () => {
    const { arm, see, page, said, root, observer } = watching()
    arm()
    page.fire('visibilitychange')
    expect(said.at(-1)).toBe('armed')
    page.visibilityState = 'hidden'
    page.fire('visibilitychange')
    expect(said.at(-1)).toBe('arming')
    see()
    expect(said.at(-1)).toBe('unseen')
    page.visibilityState = 'visible'
    arm()
    expect(said.at(-1)).toBe('armed')
    root.clientHeight = 400
    observer(Size).tell([])
    expect(said.at(-1)).toBe('unseen')
    root.clientHeight = 600
    root.clientWidth = 300
    observer(Size).tell([])
    expect(said.at(-1)).toBe('unseen')
    observer(Sight).tell([])
    expect(said.at(-1)).toBe('unseen')
  })
})

describe('what disturbs it', () => {
  const text = { type: 'characterData', target: {}, attributeName: null, oldValue: null }
  const attribute = (target: unknown, attributeName: string, oldValue: string | null = null) => ({
    type: 'attributes',
    target,
    attributeName,
    oldValue,
  })

  test('S10: any change of what is shown, but not the button’s own signs of being armed', () => {
    const { arm, change, said, approve, root, observer } = watching()
    expect(observer(Content).observed).toEqual([
      root,
      { subtree: true, childList: true, characterData: true, attributes: true, attributeOldValue: true },
    ])
    const other = new FakeNode()
    other.attributes.set('class', 'b')
    approve.attributes.set('aria-disabled', 'false')
    const quiet = [
      ...['aria-disabled', 'data-arming', 'aria-describedby'].map((name) => attribute(approve, name, 'x')),
      attribute(other, 'class', 'b'),
      attribute(other, 'name', 'x'),
    ]
    arm()
    change(...quiet)
    change()
    expect(said.at(-1)).toBe('armed')
    const loud = [
      text,
      { ...text, type: 'childList', target: approve },
      { ...text, target: approve, attributeName: 'aria-disabled' },
      attribute(approve, 'class', 'x'),
      attribute(other, 'aria-disabled', 'x'),
      attribute(other, 'class', 'a'),
      attribute({}, 'name', 'x'),
      { ...text, target: other, attributeName: 'name' },
    ]
    for (const [index, record] of loud.entries()) {
      change(...quiet, record)
      expect(said.at(-1), String(index)).toBe('arming')
      vi.advanceTimersByTime(steadyFor)
      expect(said.at(-1)).toBe('armed')
    }
  })

  test('S10: focus that comes or goes', () => {
    const { arm, view, root, said } = watching()
    arm()
    for (const [node, type] of [
      [view, 'focus'],
      [view, 'blur'],
      [root, 'focusin'],
    ] as const) {
      node.fire(type)
      expect(said.at(-1), type).toBe('arming')
      vi.advanceTimersByTime(steadyFor)
    }
  })

  test('S10: a frame that moves under the pointer; what is no mouse, no person’s, or of an element inside says nothing of that', () => {
    const { arm, point, root, said } = watching()
    expect([...root.capturing].toSorted()).toEqual(['pointerdown', 'pointerenter', 'pointerleave', 'pointermove'])
    arm()
    point('pointerenter')
    point('pointermove', { clientX: 9, screenX: 54 })
    expect(said.at(-1)).toBe('armed')
    for (const more of [{ isTrusted: false }, { pointerType: 'touch' }]) point('pointermove', { clientX: 9, screenX: 400, ...more })
    root.fire('pointermove', { isTrusted: true, target: root, clientX: 9, clientY: 5, screenX: 400, screenY: 60, timeStamp: 0 })
    expect(said.at(-1)).toBe('armed')
    point('pointerleave', { target: {} })
    point('pointermove', { clientX: 9, screenX: 400 })
    expect(said.at(-1)).toBe('arming')
    vi.advanceTimersByTime(steadyFor)
    point('pointerleave')
    point('pointerenter', { clientX: 9, screenX: 800 })
    expect(said.at(-1)).toBe('armed')
  })

  test('S10: who disturbs it from outside begins its time anew', () => {
    const { arm, guard, said } = watching()
    arm()
    guard.disturb()
    expect(said.at(-1)).toBe('arming')
  })
})

describe('what approves', () => {
  const press = (approve: FakeNode, at: number, type = 'mouse') => {
    const event = { isTrusted: true, button: 0, isPrimary: true, pointerId: 1, pointerType: type, timeStamp: at, preventDefault: () => {} }
    approve.fire('pointerdown', event)
    approve.fire('mousedown', event)
    approve.fire('pointerup', event)
  }

  test('S10: one press of a person who has been there for a moment, once', () => {
    const { arm, approve, point, approved, root, view, page, observer } = watching()
    arm()
    press(approve, 100)
    expect(approved()).toBe(0)
    point('pointerenter', { timeStamp: 100 })
    press(approve, 100 + settleFor - 1)
    expect(approved()).toBe(0)
    press(approve, 100 + settleFor)
    expect(approved()).toBe(1)
    press(approve, 10_000)
    expect(approved()).toBe(1)
    // Nothing is watched any more.
    expect([root, approve, view, page].map(({ heard }) => heard)).toEqual([0, 0, 0, 0])
    expect([Sight, Size, Content].map((kind) => observer(kind).observed)).toEqual([[], [], []])
  })

  test('S10: the focus that a press brings is no disturbance, and the space bar approves when it comes up', () => {
    const { arm, key, view, approved, said } = watching()
    arm()
    key('keydown', ' ')
    view.fire('focus')
    expect(said.at(-1)).toBe('armed')
    key('keyup', ' ')
    expect(approved()).toBe(1)
  })

  test.each(['pointercancel', 'pointerleave', 'blur'])('S10: a press that %s ends is none', (type) => {
    const { arm, approve, approved } = watching()
    arm()
    const event = {
      isTrusted: true,
      button: 0,
      isPrimary: true,
      pointerId: 1,
      pointerType: 'touch',
      timeStamp: 0,
      preventDefault: () => {},
    }
    approve.fire('pointerdown', event)
    approve.fire(type, event)
    approve.fire('pointerup', event)
    expect(approved()).toBe(0)
    approve.fire('click', { ...event, detail: 0 })
    expect(approved()).toBe(1)
  })

  test('S10: nothing after it was stopped, however often', () => {
    const { arm, guard, key, approved, said } = watching()
    arm()
    const before = said.length
    guard.stop()
    guard.stop()
    key('keydown', ' ')
    key('keyup', ' ')
    vi.advanceTimersByTime(10 * steadyFor)
    expect([approved(), said.length]).toEqual([0, before])
  })
})

test('whether a browser can prove what is seen', () => {
  expect(canProveVisibility()).toBe(false)
  vi.stubGlobal('IntersectionObserver', Sight)
  expect(canProveVisibility()).toBe(false)
  vi.stubGlobal('IntersectionObserverEntry', class {})
  expect(canProveVisibility()).toBe(false)
  vi.stubGlobal(
    'IntersectionObserverEntry',
    class {
      get isVisible() {
        return true
      }
    },
  )
  expect(canProveVisibility()).toBe(true)
})
