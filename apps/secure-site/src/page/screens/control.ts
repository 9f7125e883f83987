import type { NetworkId } from '@portico/core'

/** A network on which the plain account may be upgraded. */
export interface NetworkUpgrade {
  readonly id: NetworkId
  readonly name: string
  /** `silent`: the operator's node does not say. */
  readonly state: 'upgraded' | 'ready' | 'foreign' | 'unsupported' | 'silent'
}

/** A network with smart accounts, and who decides over this one there. */
export interface NetworkOwner {
  readonly id: NetworkId
  readonly name: string
  /**
   * `changed`: the key that the account is being given; `first` and `older`: one before it; `absent`: it does not stand there yet; `sent`: the change is
   * on its way; `other`: a key that this wallet does not have; `silent`: the node does not say.
   */
  readonly state: 'changed' | 'first' | 'older' | 'absent' | 'sent' | 'other' | 'silent'
}

/** What decides over the accounts. What leads to an approval takes the screen, and comes back to it as {@link Returned}. */
export interface AccountControl {
  readonly upgrades: () => Promise<readonly NetworkUpgrade[]>
  /** Upgrades the plain account, or takes it back. Rejects where it cannot be asked for. */
  readonly setUpgrade: (id: NetworkId, upgraded: boolean) => Promise<void>
  readonly owners: () => Promise<readonly NetworkOwner[]>
  /** Gives the smart account the new key on one network. Rejects where it cannot be asked for. */
  readonly changeOwner: (id: NetworkId) => Promise<void>
  /** Begins with the key after the one that decides everywhere. */
  readonly changeAgain: () => Promise<void>
}

/** Back from an approval. */
export interface Returned {
  readonly to: 'upgrades' | 'owner'
  readonly network: string
  /** Undefined where the visitor rejected it, or it failed. */
  readonly outcome?: 'upgradeDone' | 'takeBackDone' | 'changeDone' | 'pending'
  readonly error?: unknown
}
