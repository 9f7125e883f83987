import { createWeb3jsSigner } from '@portico/adapter-solana/web3js'
import { Connection, PublicKey, SystemProgram, Transaction, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import type { SignerOrder } from './order.js'

/** What a site on `@solana/web3.js` 1.x does: a transaction of its own, signed and sent by the signer, confirmed by its connection. */
export async function transfer({ portico, networkId, rpcUrl, to, lamports, version }: SignerOrder): Promise<string> {
  const signer = createWeb3jsSigner(portico, { networkId })
  const connection = new Connection(rpcUrl, 'confirmed')
  const { publicKey } = signer
  if (!publicKey) throw new Error('No account is connected.')
  const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash()
  const instruction = SystemProgram.transfer({ fromPubkey: publicKey, toPubkey: new PublicKey(to), lamports })
  const transaction =
    version === 'legacy'
      ? new Transaction({ feePayer: publicKey, blockhash, lastValidBlockHeight }).add(instruction)
      : new VersionedTransaction(
          new TransactionMessage({ payerKey: publicKey, recentBlockhash: blockhash, instructions: [instruction] }).compileToV0Message(),
        )
  const signature = await signer.sendTransaction(transaction, connection)
  const { value } = await connection.confirmTransaction({ signature, blockhash, lastValidBlockHeight })
  if (value.err) throw new Error('The transfer failed.')
  return signature
}
