import { registerFace, type RegisterOptions } from '../shared/standard.js'

/**
 * Puts a wallet into the page as the Wallet Standard has it: it registers with the site that listens already, and with each
 * that says it is ready later on. Takes any wallet with a Wallet Standard side, and what a hostile one shows. Returns the way
 * to take it out, which also unregisters it where the site gave a way to.
 * @example const unregister = registerStandard(createSolanaWallet(), { late: 3000 })
 */
export function registerStandard(wallet: { readonly wallet: unknown }, options: RegisterOptions = {}): () => void {
  return registerFace(wallet.wallet, options)
}
