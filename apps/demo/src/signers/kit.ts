import { createKitSigner } from '@portico/adapter-solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import {
  address,
  appendTransactionMessageInstruction,
  assertIsSendableTransaction,
  assertIsTransactionWithBlockhashLifetime,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  getSignatureFromTransaction,
  pipe,
  sendAndConfirmTransactionFactory,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import type { SignerOrder } from './order.js'

/** What a site on `@solana/kit` does: a message of its own, signed by its signers of which the wallet is one, sent by the site. */
export async function transfer({ portico, networkId, rpcUrl, wsUrl, to, lamports, version }: SignerOrder): Promise<string> {
  const signer = createKitSigner(portico, { networkId })
  const rpc = createSolanaRpc(rpcUrl)
  const rpcSubscriptions = createSolanaRpcSubscriptions(wsUrl)
  const { value: latestBlockhash } = await rpc.getLatestBlockhash().send()
  const instruction = getTransferSolInstruction({ source: signer, destination: address(to), amount: lamports })
  const message = pipe(
    createTransactionMessage({ version }),
    (empty) => setTransactionMessageFeePayerSigner(signer, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(latestBlockhash, paid),
    (alive) => appendTransactionMessageInstruction(instruction, alive),
  )
  const transaction = await signTransactionMessageWithSigners(message)
  assertIsSendableTransaction(transaction)
  assertIsTransactionWithBlockhashLifetime(transaction)
  await sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions })(transaction, { commitment: 'confirmed' })
  return getSignatureFromTransaction(transaction)
}
