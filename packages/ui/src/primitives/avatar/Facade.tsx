import { hash } from '../hash.js'

const day = [0.9, 0.79, 0.66, 0.5, 0.38]
const night = [0.33, 0.45, 0.58, 0.74, 0.92]
const chroma = [0.05, 0.08, 0.1, 0.1, 0.07]

/** Nested arches in one hue. Hue, light or dark, depth and offset come from the address. */
export function Facade({ address }: { address: string }) {
  const seed = hash(address)
  const light = (seed >>> 8) % 2 === 1
  const offset = [0, 0, -3, 3][(seed >>> 12) % 4] ?? 0
  const depth = 3 + ((seed >>> 16) % 2)
  const fill = (i: number) => `oklch(${(light ? day : night)[i]} ${chroma[light ? i : 4 - i]} ${(seed % 15) * 24})`
  const arches = Array.from({ length: depth }, (_, i) => {
    const width = 30 - i * (depth === 3 ? 9 : 7.5)
    const x = 20 - width / 2 + (offset * (i + 1)) / depth
    const top = 7 + i * (depth === 3 ? 7.5 : 5.6) + width / 2
    const d = `M${x.toFixed(1)} 41V${top.toFixed(1)}a${width / 2} ${width / 2} 0 0 1 ${width} 0V41Z`
    return <path key={i} d={d} fill={fill(i + 1)} />
  })
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true">
      <rect width="40" height="40" fill={fill(0)} />
      {arches}
    </svg>
  )
}
