import { z } from 'zod'

const satoshi = z.int().nonnegative().transform(BigInt)

const output = z.object({ scriptpubkey_address: z.optional(z.string()), value: satoshi })

/** A transaction as Esplora tells it. */
export const transaction = z.object({
  txid: z.string().regex(/^[0-9a-f]{64}$/),
  vin: z.array(z.object({ prevout: z.nullable(output) })),
  vout: z.array(output),
  fee: satoshi,
  status: z.object({ confirmed: z.boolean(), block_time: z.optional(z.int().nonnegative()) }),
})
export type Transaction = z.output<typeof transaction>
