/** Waits until something is so. */
export async function until(look: () => boolean | Promise<boolean>, what: string, timeout = 10_000): Promise<void> {
  const end = Date.now() + timeout
  while (!(await look())) {
    if (Date.now() > end) throw new Error(`Not within ${timeout} ms: ${what}.`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** @throws when it is not so */
export function check(isSo: boolean, what: string): asserts isSo {
  if (!isSo) throw new Error(`Not so: ${what}.`)
}

/** Waits until something fails, and hands on its text. @throws when it does not */
export async function failure(promise: Promise<unknown>): Promise<string> {
  const outcome = await promise.then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : JSON.stringify(error)),
  )
  if (outcome === undefined) throw new Error('It was answered, and should not have been.')
  return outcome
}

/** Waits, but not for ever. */
export async function within<T>(timeout: number, what: string, promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`Not within ${timeout} ms: ${what}.`)), timeout)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
