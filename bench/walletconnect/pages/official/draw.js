import { encode } from 'uqr'
import { alignmentsOf, barsOf, findersOf } from '../../../../packages/ui/src/primitives/qr/bars.ts'

const svg = (name, attributes) => {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  return element
}

/** The code as Portico draws it. @returns {HTMLElement} */
export function draw(text) {
  const { data } = encode(text, { ecc: 'Q', border: 0 })
  const size = data.length
  const code = svg('svg', { viewBox: `0 0 ${size} ${size}` })
  code.append(svg('path', { d: barsOf(data), fill: 'none', stroke: 'currentColor', 'stroke-width': '.84', 'stroke-linecap': 'round' }))
  for (const [x, y] of findersOf(size)) {
    code.append(svg('rect', { x: x + 0.5, y: y + 0.5, width: 6, height: 6, rx: 1.7, fill: 'none', stroke: 'currentColor' }))
    code.append(svg('rect', { x: x + 2, y: y + 2, width: 3, height: 3, rx: 0.95 }))
  }
  for (const [x, y] of alignmentsOf(size)) {
    code.append(svg('rect', { x: x + 0.5, y: y + 0.5, width: 4, height: 4, rx: 1.2, fill: 'none', stroke: 'currentColor' }))
    code.append(svg('rect', { x: x + 2, y: y + 2, width: 1, height: 1, rx: 0.3 }))
  }
  const plate = document.createElement('div')
  plate.className = 'plate'
  plate.append(code)
  return plate
}
