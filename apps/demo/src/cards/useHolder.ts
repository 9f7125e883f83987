import { parseAccountId, type Namespace, type NetworkId } from '@portico/core'
import { useAccount } from '@portico/react-ui'
import { familyOf, type Family } from '../chain/families.js'

export interface Holder {
  readonly address: string
  readonly namespace: Namespace
  readonly networkId: NetworkId
  /** Name of the wallet in use. */
  readonly wallet: string
  /** What the page knows of the chain family. */
  readonly family: Family
  /** As hex, where the wallet gave it. */
  readonly publicKey: string | undefined
}

/** The account in use, where one is sure to be connected. @throws when none is */
export function useHolder(): Holder {
  const { accountId, address, wallet, namespace, publicKey } = useAccount()
  if (!accountId || !address || !wallet) throw new Error('This part is for connected visitors.')
  return { address, namespace, networkId: parseAccountId(accountId).networkId, wallet: wallet.name, family: familyOf(namespace), publicKey }
}
