import { WalletAnswerError } from '@portico/core'
import type { SignInInput, SignInOutput } from '../signIn.js'
import { base58, readBytes } from './bytes.js'
import { verify } from './curve.js'
import { isTransactionMessage } from './message.js'
import { answered, openWallet, readAccounts, type Wallet, type WalletAccount } from './wallet.js'

export const signInFeature = 'solana:signIn'

/** Asks a wallet to sign in, and checks its answer. */
export async function signInWith(provider: unknown, input: SignInInput): Promise<SignInOutput> {
  const name = answered(provider, 'name')
  const { account, message, signature } = await askToSignIn(openWallet(provider, typeof name === 'string' ? name : ''), input)
  return { address: account.address, message, signature }
}

/** {@link SignInOutput}, with the account as the wallet has it. */
export async function askToSignIn(
  wallet: Wallet,
  input: SignInInput,
): Promise<Omit<SignInOutput, 'address'> & { readonly account: WalletAccount }> {
  const [answer] = await wallet.ask({ feature: signInFeature, call: 'signIn', method: 'signIn', inputs: [{ ...input }] })
  const [account] = readAccounts([answered(answer, 'account')]) ?? []
  const message = readBytes(answered(answer, 'signedMessage'), 10_000)
  const signature = readBytes(answered(answer, 'signature'), 64)
  const isSound =
    account && message && signature && !isTransactionMessage(message) && verify(signature, message, base58.decode(account.address))
  if (!isSound || (input.address !== undefined && input.address !== account.address)) throw new WalletAnswerError({ method: signInFeature })
  return { account, message, signature: base58.encode(signature) }
}
