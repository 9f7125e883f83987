import type { Connector } from '@portico/core'

/** How a batch stands (EIP-5792): 100 waiting, 200 done, 4xx and up gone wrong. */
export interface CallsStatus {
  readonly status: number
  /** Hashes of the transactions that were mined. */
  readonly hashes: readonly string[]
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null

/** Waits until a batch is done or has gone wrong, a minute at the most, by asking the wallet itself. */
export async function waitForCalls({ connector, id }: { connector: Connector; id: string }): Promise<CallsStatus> {
  const provider = await connector.getProvider('eip155')
  if (!isRecord(provider) || typeof provider['request'] !== 'function') throw new Error('The wallet gave no provider.')
  for (let tries = 0; tries < 120; tries += 1) {
    const answer: unknown = await provider['request']({ method: 'wallet_getCallsStatus', params: [id] })
    const status = isRecord(answer) ? Number(answer['status']) : Number.NaN
    if (status >= 200) return { status, hashes: hashesOf(answer) }
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw Object.assign(new Error('The batch took more than a minute.'), { shown: 'Still not done. It may go through later.' })
}

function hashesOf(answer: unknown): string[] {
  const receipts: unknown = isRecord(answer) ? answer['receipts'] : undefined
  if (!Array.isArray(receipts)) return []
  return receipts.flatMap((receipt: unknown) => {
    const hash = isRecord(receipt) ? receipt['transactionHash'] : undefined
    return typeof hash === 'string' ? [hash] : []
  })
}
