import { type HDAccount, mnemonicToAccount } from 'viem/accounts'
import { mnemonic } from '../../accounts.js'

/** Somebody with a Farcaster account. */
export interface Caster {
  readonly fid: number
  readonly username: string
  readonly displayName: string
  /** Its key owns the id on chain 10. Of the sandbox's mnemonic, at `m/44'/60'/1'/0/index`. */
  readonly custody: HDAccount
}

export function casters(): readonly Caster[] {
  const custody = (addressIndex: number) => mnemonicToAccount(mnemonic, { accountIndex: 1, addressIndex })
  return [
    { fid: 4211, username: 'mira', displayName: 'Mira Okafor', custody: custody(0) },
    { fid: 4212, username: 'noorvd', displayName: 'Noor van Dijk', custody: custody(1) },
  ]
}
