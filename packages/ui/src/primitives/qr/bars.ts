/** Width of a finder pattern and of an alignment pattern, in modules. */
const finder = 7
const alignment = 5
/** How much of the side stays free in the middle. Level Q restores a quarter of all code words, and this takes about a twentieth. */
const centre = 0.23

/**
 * The drawing of a QR code, on a grid of one unit a module: dark modules that stand on each other are one upright bar. Finder and
 * alignment patterns are left out, as they are drawn as rings, and so is what lies under the middle.
 * @param modules rows of modules, true where dark, without a quiet zone
 * @returns an SVG path to stroke with round ends, of moves and vertical lines through the middles of the modules
 */
export function barsOf(modules: readonly (readonly boolean[])[]): string {
  const size = modules.length
  const free = freeOf(size)
  const rings = alignmentsOf(size)
  const inFinder = (x: number, y: number) =>
    (x < finder && y < finder) || (x >= size - finder && y < finder) || (x < finder && y >= size - finder)
  const inMiddle = (x: number, y: number) => Math.abs(x + 0.5 - size / 2) < free && Math.abs(y + 0.5 - size / 2) < free
  const inAlignment = (x: number, y: number) =>
    rings.some(([left, top]) => x >= left && x < left + alignment && y >= top && y < top + alignment)
  const isDark = (x: number, y: number) => modules[y]?.[x] === true && !inFinder(x, y) && !inMiddle(x, y) && !inAlignment(x, y)
  let path = ''
  for (let x = 0; x < size; x += 1) {
    for (let y = 0; y < size; y += 1) {
      if (!isDark(x, y)) continue
      const top = y
      while (isDark(x, y + 1)) y += 1
      path += `M${x + 0.5} ${top + 0.5}v${y - top}`
    }
  }
  return path
}

/** Where the finder patterns begin, in modules from the start and from the top. */
export const findersOf = (size: number): readonly (readonly [x: number, y: number])[] => [
  [0, 0],
  [size - finder, 0],
  [0, size - finder],
]

/**
 * Where the alignment patterns begin (ISO/IEC 18004, annex E), but for those that the middle touches. A reader finds its way through a large
 * code by them: drawn as bars, with gaps between their columns, jsQR took other modules for them and read nothing at many sizes.
 */
export function alignmentsOf(size: number): readonly (readonly [x: number, y: number])[] {
  const version = (size - 17) / 4
  if (version < 2) return []
  const count = Math.floor(version / 7) + 2
  const [first, last] = [finder - 1, size - finder]
  // Version 32 alone is not by the rule.
  const step = version === 32 ? 26 : Math.ceil((last - first) / (count - 1) / 2) * 2
  const centres = [first, ...Array.from({ length: count - 1 }, (_, index) => last - (count - 2 - index) * step)]
  const isFinder = (x: number, y: number) => (x === first && y === first) || (x === first && y === last) || (x === last && y === first)
  const reach = freeOf(size) + alignment / 2
  const isMiddle = (x: number, y: number) => Math.abs(x + 0.5 - size / 2) < reach && Math.abs(y + 0.5 - size / 2) < reach
  return centres.flatMap((y) => centres.flatMap((x) => (isFinder(x, y) || isMiddle(x, y) ? [] : [[x - 2, y - 2] as const])))
}

/** Half of what stays free in the middle: an odd number of modules lies around the middle one. */
const freeOf = (size: number): number => (Math.floor(size * centre) | 1) / 2
