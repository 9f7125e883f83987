/**
 * Makes one run of what many ask for at about the same time: while a run is on its way, whatever is asked waits and goes with the next
 * one. Alone, nobody waits; the busier it gets, the fewer runs there are for each.
 *
 * @param run gives as many answers as it is asked for, in their order; what it throws, each of its askers gets
 * @param most how many go together
 */
export function together<Asked, Answer>(
  run: (asked: readonly Asked[]) => Promise<readonly Answer[]>,
  most = 100,
): (asked: Asked) => Promise<Answer> {
  interface Waiting {
    readonly asked: Asked
    readonly resolve: (answer: Answer) => void
    readonly reject: (error: unknown) => void
  }
  let waiting: Waiting[] = []
  let running = false

  const runAll = async (): Promise<void> => {
    running = true
    while (waiting.length > 0) {
      const now = waiting.slice(0, most)
      waiting = waiting.slice(most)
      try {
        const answers = await run(now.map(({ asked }) => asked))
        if (answers.length !== now.length) throw new RangeError(`${now.length} were asked, ${answers.length} answered.`)
        for (const [index, { resolve }] of now.entries()) resolve(answers[index] as Answer)
      } catch (error) {
        for (const { reject } of now) reject(error)
      }
    }
    running = false
  }

  return (asked) =>
    new Promise((resolve, reject) => {
      waiting.push({ asked, resolve, reject })
      if (!running) void runAll()
    })
}
