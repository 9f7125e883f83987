/** Width of a finder pattern, in modules. */
const finder = 7
/** How much of the side stays free in the middle. Level Q restores a quarter of all code words, and this takes about a twentieth. */
const centre = 0.23

/**
 * The drawing of a QR code, on a grid of one unit a module: dark modules that stand on each other are one upright bar. The three
 * finder patterns are left out, as they are drawn as rings, and so is what lies under the middle.
 * @param modules rows of modules, true where dark, without a quiet zone
 * @returns an SVG path to stroke with round ends, of moves and vertical lines through the middles of the modules
 */
export function barsOf(modules: readonly (readonly boolean[])[]): string {
  const size = modules.length
  const free = (Math.floor(size * centre) | 1) / 2 // an odd number of modules lies around the middle one
  const inFinder = (x: number, y: number) =>
    (x < finder && y < finder) || (x >= size - finder && y < finder) || (x < finder && y >= size - finder)
  const inMiddle = (x: number, y: number) => Math.abs(x + 0.5 - size / 2) < free && Math.abs(y + 0.5 - size / 2) < free
  const isDark = (x: number, y: number) => modules[y]?.[x] === true && !inFinder(x, y) && !inMiddle(x, y)
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
