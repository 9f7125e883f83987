/** What one frame counts at the most, in milliseconds: between two that are further apart the page stood still, and nobody looked. */
const longestFrame = 100

/**
 * Calls `onOver` once the page has drawn for this long. A clock alone would also count the time in which a busy machine draws nothing.
 * @param milliseconds of drawing
 * @returns what stops it
 */
export function afterDrawing(milliseconds: number, onOver: () => void): () => void {
  let drawn = 0
  let last: number | undefined
  let next = requestAnimationFrame(draw)
  return () => cancelAnimationFrame(next)

  function draw(now: number): void {
    drawn += last === undefined ? 0 : Math.min(now - last, longestFrame)
    last = now
    if (drawn < milliseconds) next = requestAnimationFrame(draw)
    else onOver()
  }
}
