import type { Connector, Namespace, Portico } from '@portico/core'
import { currentDevice } from '@portico/core/kit'
import { takesWalletConnect } from '@portico/core/wallets'
import { showsAllWallets } from '../../wallets/showsAllWallets.js'
import { firstWallets, type WalletItem } from '../../wallets/walletList.js'

/** Up to how many rows wallets that nobody asked for fill the first view, the row of WalletConnect apart. */
export const filledTo = 4

/**
 * The wallets that Connect lists: those on the device, those used before and those of the host, and where there are few, some
 * of the directory that can be paired with for one of the chain families `among`. The order stays. One to get is no way in, and is found behind all wallets.
 * @param others how many ways in there are beside the wallets: they fill the view as well
 */
export function firstRows(
  portico: Portico,
  known: readonly WalletItem[],
  pairing: Connector | undefined,
  among: readonly Namespace[],
  others = 0,
): readonly WalletItem[] {
  const served = among.filter((namespace) => pairing?.namespaces.includes(namespace))
  const canPair = ({ record }: WalletItem) =>
    record !== undefined && takesWalletConnect(record) && served.some((namespace) => record.namespaces?.includes(namespace) !== false)
  const chosen = known.filter(({ type }) => type !== 'recommended').slice(0, firstWallets)
  const room = Math.max(0, filledTo - others - chosen.filter(({ type }) => type !== 'walletConnect').length)
  const kept = new Set([...chosen, ...known.filter((wallet) => wallet.type === 'recommended' && canPair(wallet)).slice(0, room)])
  const rows = known.filter((wallet) => kept.has(wallet))
  // On a phone its row is left out, as all wallets lead to the code. Where they are not shown, it is the only way there.
  const isMissing = pairing !== undefined && currentDevice().mobile && !showsAllWallets(portico)
  return isMissing
    ? [
        ...rows,
        {
          id: pairing.id,
          name: pairing.name,
          icon: pairing.icon,
          type: 'walletConnect',
          connector: pairing,
          record: undefined,
          recent: false,
          featured: false,
        },
      ]
    : rows
}
