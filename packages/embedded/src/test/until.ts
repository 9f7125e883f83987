/// <reference types="node" />
/** A machine that is shared now and then stalls. Where the code is changed on purpose (scripts/mutation.mjs), much waits for nothing. */
const patienceMs = process.env['PORTICO_MUTATION_TESTS'] === undefined ? 20_000 : 5_000

/** Waits for what messages of a port bring about, a turn of the loop at a time, 20 s at the most. Timers may be fake meanwhile. */
export async function until(isThere: () => boolean, what = () => 'it did not happen'): Promise<void> {
  const end = performance.now() + patienceMs
  while (!isThere()) {
    if (performance.now() > end) throw new Error(what())
    await turnOver()
  }
}

/** Lets ports deliver. */
export const turnOver = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Lets everything that is on its way arrive. */
export async function quiet(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await turnOver()
}
