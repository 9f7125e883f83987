import { WalletAnswerError } from '@portico/core'
import type { SignInInput, SignInOutput } from '../signIn.js'
import { base58, readBytes } from './bytes.js'
import { verify } from './curve.js'
import { isTransactionMessage } from './message.js'
import { answered, openWallet, readAccounts } from './wallet.js'

/** Asks a wallet to sign in, and checks its answer. */
export async function signInWith(provider: unknown, input: SignInInput): Promise<SignInOutput> {
  const feature = 'solana:signIn'
  const name = answered(provider, 'name')
  const wallet = openWallet(provider, typeof name === 'string' ? name : '')
  const [answer] = await wallet.ask({ feature, call: 'signIn', method: 'signIn', inputs: [{ ...input }] })
  const [account] = readAccounts([answered(answer, 'account')]) ?? []
  const message = readBytes(answered(answer, 'signedMessage'), 10_000)
  const signature = readBytes(answered(answer, 'signature'), 64)
  const isSound =
    account && message && signature && !isTransactionMessage(message) && verify(signature, message, base58.decode(account.address))
  if (!isSound || (input.address !== undefined && input.address !== account.address)) throw new WalletAnswerError({ method: feature })
  return { address: account.address, message, signature: base58.encode(signature) }
}
