/**
 * What stands where in a story, one line for each element that shows text or can be used: `button 16,24 328x40 Connect`. Runs in
 * the page; pixels are whole and count from the story's corner.
 */
export function measure(subject: string): string[] {
  const root = document.querySelector(subject) ?? document.body
  const origin = root.getBoundingClientRect()
  const lines: string[] = []
  const visit = (element: Element) => {
    const ownText = [...element.childNodes].flatMap((node) => (node.nodeType === Node.TEXT_NODE ? [node.textContent ?? ''] : [])).join(' ')
    const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
    const text = (isField ? element.value || element.placeholder : ownText).replace(/\s+/g, ' ').trim()
    const { x, y, width, height } = element.getBoundingClientRect()
    const isShown = width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true })
    const name = element.localName
    if (isShown && name !== 'style' && (text !== '' || element.matches('button, a, input, textarea, img, svg, dialog, iframe')))
      lines.push(
        `${name} ${Math.round(x - origin.x)},${Math.round(y - origin.y)} ${Math.round(width)}x${Math.round(height)} ${text}`.trim(),
      )
    if (name === 'svg') return
    for (const child of [...(element.shadowRoot?.children ?? []), ...element.children]) visit(child)
  }
  visit(root)
  return lines
}

/** How far an edge may be from where it was, in pixels: rounding, and a font that is drawn a little wider. */
const tolerance = 2

/** The seconds of 'Resend in 30 s', which go on while a picture is taken, at the end of a text. */
const countdown = /\d+(?= (?:s|ث)$)/

/** What has changed between two layouts. Empty where nothing has moved by more than two pixels and each text is the same. */
export function layoutChanges(before: readonly string[], now: readonly string[]): string[] {
  const changes = before.flatMap((line, at) => (isSame(line, now[at] ?? '') ? [] : [`- ${line}`, `+ ${now[at] ?? 'nothing'}`]))
  return [...changes, ...now.slice(before.length).map((line) => `+ ${line}`)]
}

function isSame(one: string, other: string): boolean {
  const [first, second] = [parse(one), parse(other)]
  return (
    first.name === second.name &&
    first.text === second.text &&
    first.box.every((value, at) => Math.abs(value - (second.box[at] ?? Number.NaN)) <= tolerance)
  )
}

function parse(line: string) {
  const [, name, box = '', text = ''] = /^(\S+) (-?\d+,-?\d+ \d+x\d+) ?(.*)$/.exec(line) ?? []
  return { name, box: box.split(/[ ,x]/).map(Number), text: text.replace(countdown, '…') }
}
