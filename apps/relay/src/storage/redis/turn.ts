/** What is asked in one turn of the event loop, as one. */
export interface Turn<Asked> {
  /** Settles as the run does that it goes with. */
  add(asked: Asked): Promise<void>
  /** Runs what waits, now. Resolves once that is over, well or not. */
  flush(): Promise<void>
}

/** @param most how many go together */
export function perTurn<Asked>(run: (asked: readonly Asked[]) => Promise<unknown>, most: number): Turn<Asked> {
  interface Waiting {
    asked: Asked
    resolve(): void
    reject(error: unknown): void
  }
  let waiting: Waiting[] = []

  const runSome = async (some: readonly Waiting[]): Promise<void> => {
    try {
      await run(some.map(({ asked }) => asked))
      for (const { resolve } of some) resolve()
    } catch (error) {
      for (const { reject } of some) reject(error)
    }
  }
  const flush = async (): Promise<void> => {
    const all = waiting
    waiting = []
    const runs: Promise<void>[] = []
    for (let from = 0; from < all.length; from += most) runs.push(runSome(all.slice(from, from + most)))
    await Promise.all(runs)
  }
  return {
    add: (asked) =>
      new Promise((resolve, reject) => {
        if (waiting.push({ asked, resolve, reject }) === 1) setImmediate(() => void flush())
      }),
    flush,
  }
}
