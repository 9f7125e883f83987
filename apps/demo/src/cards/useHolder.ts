import { parseAccountId, type NetworkId } from '@portico/core'
import { useAccount } from '@portico/react-ui'

export interface Holder {
  readonly address: string
  readonly networkId: NetworkId
  /** Name of the wallet in use. */
  readonly wallet: string
}

/** The account in use, where one is sure to be connected. @throws when none is */
export function useHolder(): Holder {
  const { accountId, address, wallet } = useAccount()
  if (!accountId || !address || !wallet) throw new Error('This part is for connected visitors.')
  return { address, networkId: parseAccountId(accountId).networkId, wallet: wallet.name }
}
