import { currentDevice, type Portico } from '@portico/core'

/** Whether the way to all wallets is shown here: the host's option `allWallets`. */
export function showsAllWallets({ options: { allWallets = 'show' } }: Portico): boolean {
  return allWallets === 'show' || (allWallets === 'onlyMobile' && currentDevice().mobile)
}
