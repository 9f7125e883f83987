import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { privateKeyToAccount } from 'viem/accounts'
import { testKey } from './parties.js'

/** The wallet's account on EVM chains. */
export const account = privateKeyToAccount(testKey)

const seed = new Uint8Array(32).fill(1)

/** The wallet's account on Solana. */
export const solanaKey = base58.encode(ed25519.getPublicKey(seed))

/** Signs a message as `solana_signMessage` hands it over: base58 in, base58 out. */
export const signSolana = (message: string): string => base58.encode(ed25519.sign(base58.decode(message), seed))
