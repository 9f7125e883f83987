import {
  createAssociatedTokenAccountIdempotentInstruction,
  createInitializeMint2Instruction,
  createInitializeTransferFeeConfigInstruction,
  createMintToInstruction,
  ExtensionType,
  getAccount,
  getAssociatedTokenAddressSync,
  getMint,
  getMintLen,
  getTransferFeeAmount,
  getTransferFeeConfig,
  TOKEN_2022_PROGRAM_ID as programId,
} from '@solana/spl-token'
import { Connection, Keypair, PublicKey, SystemProgram, Transaction, type TransactionInstruction } from '@solana/web3.js'
import { seedOf } from './keys.js'

export interface Fee {
  readonly basisPoints: number
  readonly maximum: bigint
}

/** A token of Token-2022 with six decimals and a transfer fee, made by its program's own library. Account 0 pays, and holds the authorities. */
export async function makeFeeMint({ url, fee, units }: { readonly url: string; readonly fee: Fee; readonly units: bigint }) {
  const connection = new Connection(url, 'confirmed')
  const [payer, keys] = [Keypair.fromSeed(seedOf(0)), Keypair.generate()]
  const mint = keys.publicKey
  const send = async (instructions: readonly TransactionInstruction[], ...others: Keypair[]) => {
    const { blockhash } = await connection.getLatestBlockhash()
    const transaction = new Transaction({ feePayer: payer.publicKey, recentBlockhash: blockhash } as never).add(...instructions)
    transaction.sign(payer, ...others)
    await connection.sendRawTransaction(transaction.serialize())
  }
  const accountOf = (owner: string) => getAssociatedTokenAddressSync(mint, new PublicKey(owner), true, programId)

  const space = getMintLen([ExtensionType.TransferFeeConfig])
  const lamports = await connection.getMinimumBalanceForRentExemption(space)
  const home = accountOf(payer.publicKey.toBase58())
  await send(
    [
      SystemProgram.createAccount({ fromPubkey: payer.publicKey, newAccountPubkey: mint, space, lamports, programId }),
      createInitializeTransferFeeConfigInstruction(mint, payer.publicKey, payer.publicKey, fee.basisPoints, fee.maximum, programId),
      createInitializeMint2Instruction(mint, 6, payer.publicKey, null, programId),
      createAssociatedTokenAccountIdempotentInstruction(payer.publicKey, home, payer.publicKey, mint, programId),
      createMintToInstruction(mint, home, payer.publicKey, units, [], programId),
    ],
    keys,
  )
  return {
    mint: mint.toBase58(),
    payer: payer.publicKey,
    send,
    /** What the mint says of its fee, as the library reads it. */
    config: async () => getTransferFeeConfig(await getMint(connection, mint, 'confirmed', programId)),
    /** What an owner's account has got, and what is kept in it for the token. */
    heldBy: async (owner: string) => {
      const account = await getAccount(connection, accountOf(owner), 'confirmed', programId)
      return { units: account.amount, withheld: getTransferFeeAmount(account)?.withheldAmount }
    },
  }
}
