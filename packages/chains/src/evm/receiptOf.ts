import { setTimeout as pause } from 'node:timers/promises'

type Hash = `0x${string}`

/**
 * What became of a transaction, as soon as it is in a block. Asked for again and again: viem's own way waits for a next block, which may
 * never come on a chain that mines when it is sent something.
 */
export async function receiptOf<Receipt>(
  reader: { readonly getTransactionReceipt: (asked: { readonly hash: Hash }) => Promise<Receipt> },
  hash: Hash,
): Promise<Receipt> {
  for (;;) {
    const receipt = await reader.getTransactionReceipt({ hash }).catch(() => undefined)
    if (receipt) return receipt
    await pause(10)
  }
}
