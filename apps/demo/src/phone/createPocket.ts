import { bitcoin } from '@portico/adapter-bitcoin/networks'
import { createWalletConnectWallet, type WalletConnectWallet } from '@portico/testing/walletconnect'
import { rpcUrls } from '../config.js'
import { bitcoinUrl, relayUrl } from '../nodes.js'
import { pocketId } from '../pocketId.js'
import { networkOf, solanaNetworks } from '../solanaNetworks.js'
import { pocketIcon } from '../wallets/icons.js'

/** Two accounts of the sandbox on every chain that it has. Asks before it agrees, and remembers its sites. */
export function createPocket(): WalletConnectWallet {
  const evm = Object.entries(rpcUrls).map(([id, url]) => [`eip155:${id}`, url])
  const solana = solanaNetworks.map(({ id }) => [id, networkOf(id).rpcUrl])
  return createWalletConnectWallet({
    name: 'Pocket',
    rdns: pocketId,
    icon: pocketIcon,
    accounts: 2,
    autoApprove: false,
    relayUrl,
    storage: localStorage,
    networks: Object.fromEntries([...evm, ...solana, [bitcoin.id, bitcoinUrl]]),
    redirect: { native: 'pocket://', universal: `${location.origin}/phone` },
  })
}
