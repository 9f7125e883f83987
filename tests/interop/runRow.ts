import { cells, type Meeting } from './cells.js'
import type { Environment, Row } from './types.js'
import { within } from './until.js'

/** What became of a cell. */
export interface Outcome {
  readonly cell: string
  /** Milliseconds that it took. */
  readonly ms: number
  /** Why it failed; undefined when it did not. */
  readonly error?: string
}

/** No cell takes longer, in milliseconds. */
const cellTimeout = 25_000

/** Runs the cells of a row one after the other, and tells of each as it ends. Never rejects. */
export async function runRow({ dapp, wallet }: Row, environment: Environment, tell: (outcome: Outcome) => void): Promise<void> {
  const attempt = async (cell: string, work: () => Promise<void>) => {
    const start = Date.now()
    const error = await work().then(() => undefined, describe)
    return { cell, ms: Date.now() - start, ...(error !== undefined && { error }) }
  }
  let meeting: Meeting | undefined
  const met = await attempt('start', async () => {
    const [ofSite, ofPhone] = await Promise.all([dapp(environment), wallet(environment)])
    meeting = { environment, dapp: ofSite, wallet: ofPhone }
  })
  for (const { name, run } of cells) {
    const there = meeting
    tell(there ? await attempt(name, () => within(cellTimeout, name, run(there))) : { ...met, cell: name })
  }
  await Promise.allSettled([meeting?.dapp.close(), meeting?.wallet.close()])
}

const describe = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : JSON.stringify(error))
