import type { Portico } from '@portico/core'
import { currentDevice } from '@portico/core/kit'

/** Whether the way to all wallets is shown here: the host's option `allWallets`. */
export function showsAllWallets({ options: { allWallets = 'show' } }: Portico): boolean {
  return allWallets === 'show' || (allWallets === 'onlyMobile' && currentDevice().mobile)
}
