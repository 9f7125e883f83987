/** Makes ids of 16 digits: milliseconds since 1970, and three more. They only grow, also when the clock is set back. */
export function createIds(): () => number {
  let last = 0
  return () => {
    const random = crypto.getRandomValues(new Uint16Array(1))[0] ?? 0
    last = Math.max(last + 1, Date.now() * 1_000 + (random % 1_000))
    return last
  }
}
