import { z } from 'zod'
import { evmAddress, hash, hexBigint, hexNumber } from '../../rpc/node.js'

/** `ots_searchTransactionsBefore`, newest first. The data and the logs of the transactions are left out of it. */
export const searched = z.object({
  txs: z.array(z.object({ hash, blockNumber: hexNumber, from: evmAddress, to: z.nullish(evmAddress), value: hexBigint })),
  lastPage: z.boolean(),
})
export type Found = z.output<typeof searched>['txs'][number]

/** `ots_getInternalOperations`: calls with coins, contracts that end, and two ways in which they are created. */
export const operations = z.array(z.object({ type: z.int().min(0).max(3), from: evmAddress, to: evmAddress, value: hexBigint }))
