/**
 * Where a page of whole blocks ends: what is above this block is on it. A block that alone has more than a page may is shown as it is.
 * @param blocks of the rows, newest first
 * @returns -1 where all of them fit
 */
export function borderOf(blocks: readonly number[], limit: number): number {
  const [first, next] = [blocks[0], blocks[limit]]
  if (first === undefined || next === undefined) return -1
  return next === first ? next - 1 : next
}
