import { TransactionRevertedError, type PorticoError } from '@portico/core'

/** Why the chain's endpoint did not take a transaction. The text is bitcoind's. */
export function refusal(text: string): PorticoError {
  const reason = /"message"\s*:\s*"([^"]{1,200})/.exec(text)?.[1] ?? text.replace(/\s+/g, ' ').trim().slice(0, 200)
  return new TransactionRevertedError({ ...(reason && { reason }) })
}
