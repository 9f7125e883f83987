/** Passes on a value at once, and what comes within `gap` milliseconds after it when they are over: the last of them alone. */
export function atMost<T>(pass: (value: T) => void, gap: number): (value: T) => void {
  let last: { readonly value: T } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const next = () => {
    timer = undefined
    if (!last) return
    const { value } = last
    last = undefined
    timer = setTimeout(next, gap)
    pass(value)
  }
  return (value) => {
    last = { value }
    if (timer === undefined) next()
  }
}
