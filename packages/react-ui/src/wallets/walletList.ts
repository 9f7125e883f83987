import type { Connector, Namespace, Portico, WalletRecord } from '@portico/core'
import { currentDevice, type Device, type RecentWallet } from '@portico/core/kit'
import { arrangeWallets, takesWalletConnect, type WalletRow } from '@portico/core/wallets'
import { withBrowser } from './builtInWallets.js'
import { pairs } from './pairingConnector.js'

/** A wallet as the visitor sees it: on this device, or known from a list. */
export type WalletItem = WalletRow

/** How many wallets the first view lists before it points to all of them. */
export const firstWallets = 6

interface ListOptions {
  /** The chain families that are asked for. */
  readonly among: readonly Namespace[]
  readonly directory?: readonly WalletRecord[] | undefined
}

/**
 * Wallets to offer, in the order that the host wants (`arrangeWallets`). On a phone, those of the directory that no phone opens
 * are left out.
 */
export function walletList(
  portico: Portico,
  connectors: readonly Connector[],
  recents: readonly RecentWallet[],
  { among, directory = [] }: ListOptions,
): readonly WalletItem[] {
  const { options } = portico
  const device = currentDevice()
  const listed = device.mobile ? directory.filter((record) => isForPhones(record, device)) : directory
  // Portico's own wallet is no row: it has an e-mail field, and tiles.
  const ways = connectors.filter(({ embedded, kind }) => !embedded && (kind !== 'walletConnect' || pairs(portico)))
  return arrangeWallets({
    connectors: ways,
    recents,
    directory: listed,
    among,
    options,
    mobile: device.mobile,
  })
}

/** Whether a phone has a way to the wallet: an app that a link opens or a store has, a page, or a browser of its own. */
function isForPhones(record: WalletRecord, { platform }: Device): boolean {
  const { id, ios, android, universalLink, mobileLink, webLink } = record
  const store = platform === 'ios' ? ios : platform === 'android' ? android : (ios ?? android)
  return takesWalletConnect(record) || Boolean(store ?? universalLink ?? mobileLink ?? webLink) || withBrowser.has(id)
}
