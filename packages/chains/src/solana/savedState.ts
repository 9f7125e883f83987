import { z } from 'zod'
import type { Entry } from './ledger.js'
import { decodeTransaction } from './transaction.js'

interface State {
  genesisHash: string
  slot: number
  /** What the runtime saved. */
  state: Uint8Array
  /** Oldest first. */
  entries: readonly Entry[]
}

const lamports = z.array(z.string().regex(/^\d+$/).transform(BigInt))
const bytes = z.base64().transform((text) => Uint8Array.from(Buffer.from(text, 'base64')))
const tokenBalances = z.array(
  z.object({
    accountIndex: z.int(),
    mint: z.string(),
    owner: z.string(),
    programId: z.string(),
    uiTokenAmount: z.object({ amount: z.string(), decimals: z.int(), uiAmount: z.number(), uiAmountString: z.string() }),
  }),
)
const instruction = z.object({
  programIdIndex: z.int(),
  accounts: z.array(z.int()),
  data: z.string(),
  stackHeight: z.int(),
})
const keys = z.array(z.string())

const saved = z.object({
  format: z.literal(1),
  genesisHash: z.string(),
  slot: z.int(),
  state: bytes,
  entries: z.array(
    z.object({
      transaction: bytes.transform(decodeTransaction),
      slot: z.int(),
      blockTime: z.int(),
      err: z.union([z.string(), z.record(z.string(), z.unknown()), z.null()]),
      logs: z.array(z.string()),
      unitsConsumed: z.int(),
      fee: z.int(),
      innerInstructions: z.array(z.object({ index: z.int(), instructions: z.array(instruction) })),
      returnData: z.nullable(z.object({ programId: z.string(), data: z.tuple([z.string(), z.literal('base64')]) })),
      keys: z.object({ all: keys, writable: keys, readonly: keys }),
      preBalances: lamports,
      postBalances: lamports,
      preTokenBalances: tokenBalances,
      postTokenBalances: tokenBalances,
    }),
  ),
})

/** A chain as text, for a file. */
export function formatState({ genesisHash, slot, state, entries }: State): string {
  const rows = entries.map(({ id: _, transaction, preBalances, postBalances, ...facts }) => ({
    ...facts,
    transaction: base64(transaction.bytes),
    preBalances: preBalances.map(String),
    postBalances: postBalances.map(String),
  }))
  return JSON.stringify({ format: 1, genesisHash, slot, state: base64(state), entries: rows })
}

/** @throws Error when the text is not what {@link formatState} gave */
export function parseState(text: string): State {
  const { entries, ...state } = saved.parse(JSON.parse(text))
  return { ...state, entries: entries.map((entry) => ({ ...entry, id: entry.transaction.id })) }
}

const base64 = (raw: Uint8Array): string => Buffer.from(raw).toString('base64')
