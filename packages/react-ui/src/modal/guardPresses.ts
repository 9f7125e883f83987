/** How long after a row has moved a press where it stood is taken for one that was meant for it, in milliseconds. */
export const settlingTime = 300

/** Something pressable that stood elsewhere, or is there no more. */
interface Moved {
  readonly element: Element
  readonly text: string | null
  readonly box: DOMRect
  /** Since when, of `performance.now()`. */
  readonly at: number
}

const pressable = 'button, a[href], [role="button"], [role="tab"]'

/**
 * Keeps what comes late from taking a press that was meant for what it pushed away: for 300 ms a press where something else stood does
 * nothing. A press by keyboard is meant for what has the focus, and a change of the view moves nothing.
 * @param card of the modal
 * @returns a function that ends it
 */
export function guardPresses(card: HTMLElement): () => void {
  let boxes: ReadonlyMap<Element, DOMRect> = new Map()
  let body: Element | null = null
  let moved: Moved[] = []
  let frame = 0
  let timer = 0
  let scrolledAt = -Infinity
  let down: { readonly x: number; readonly y: number; readonly at: number } | undefined

  const measure = () => {
    frame = 0
    const now = performance.now()
    moved = moved.filter(({ at }) => now - at < settlingTime)
    // A card that opens or grows carries all of its rows along.
    if (card.getAnimations().length > 0) {
      boxes = new Map()
      plan()
      return
    }
    const next = new Map([...card.querySelectorAll(pressable)].map((element) => [element, element.getBoundingClientRect()]))
    const shown = card.querySelector(':scope > .po-body')
    if (shown === body) {
      for (const [element, box] of boxes) {
        const to = next.get(element)
        if (!to || Math.abs(to.top - box.top) + Math.abs(to.left - box.left) > 2)
          moved.push({ element, text: element.textContent, box, at: now })
      }
    } else moved = []
    body = shown
    boxes = next
  }
  const plan = () => {
    if (frame || timer) return
    const wait = scrolledAt + settlingTime - performance.now()
    if (wait <= 0) frame = requestAnimationFrame(measure)
    else timer = window.setTimeout(replan, wait) // rows that come while it scrolls are work enough
  }
  const replan = () => {
    timer = 0
    plan()
  }
  const changes = new MutationObserver(plan)
  // Who scrolls moves the rows, and looks at where they go.
  const forget = () => {
    cancelAnimationFrame(frame)
    frame = 0
    scrolledAt = performance.now()
    boxes = new Map()
    moved = []
    plan()
  }
  const onDown = ({ clientX: x, clientY: y }: PointerEvent) => {
    if (changes.takeRecords().length > 0 || frame) {
      cancelAnimationFrame(frame)
      measure()
    }
    down = { x, y, at: performance.now() }
  }
  const onClick = (event: MouseEvent) => {
    const [target] = event.composedPath()
    const pressed = target instanceof Element ? target.closest(pressable) : null
    if (event.detail === 0 || !down || !pressed) return
    const { x, y, at } = down
    const stoodThere = moved.filter(
      ({ box, at: since }) => at - since < settlingTime && x >= box.left && x <= box.right && y >= box.top && y <= box.bottom,
    )
    const isOther = stoodThere.length > 0 && !stoodThere.some(({ element, text }) => element === pressed || text === pressed.textContent)
    if (!isOther) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }

  changes.observe(card, { childList: true, characterData: true, subtree: true })
  const sizes = new ResizeObserver(plan)
  sizes.observe(card)
  card.addEventListener('scroll', forget, { capture: true, passive: true })
  card.addEventListener('pointerdown', onDown, true)
  card.addEventListener('click', onClick, true)
  return () => {
    changes.disconnect()
    sizes.disconnect()
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    card.removeEventListener('scroll', forget, true)
    card.removeEventListener('pointerdown', onDown, true)
    card.removeEventListener('click', onClick, true)
  }
}
