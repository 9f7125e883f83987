import { announceMultiChain, createMultiChainWallet } from '@portico/testing/multichain'
import { evmChains } from './evm.js'
import { atlasIcon } from './icons.js'
import { bitcoinUrl } from '../nodes.js'
import { solanaChains } from './solana.js'
import type { Person, TestWallet } from './testWallet.js'

/** One wallet with two accounts that speaks all three chain families. */
export function createMultiWallets(): readonly TestWallet[] {
  const wallet = createMultiChainWallet({
    name: 'Atlas',
    rdns: 'com.atlas.wallet',
    icon: atlasIcon,
    accounts: 2,
    policy: 'manual',
    persist: 'local',
    evm: { chains: evmChains, chainId: 1 },
    solana: { chains: solanaChains },
    bitcoin: { esploraUrl: bitcoinUrl },
  })
  announceMultiChain(wallet)
  const snapshot = snapshotOf(
    () => wallet.state,
    ({ locked, permitted }) => ({ locked, permitted: Object.values(permitted).flat() }),
  )
  const person: Person = {
    info: wallet.info,
    get pending() {
      return wallet.pending
    },
    get state() {
      return snapshot()
    },
    subscribe: wallet.subscribe,
    approve: wallet.approve,
    reject: wallet.reject,
    setPolicy: wallet.setPolicy,
    setAccounts: wallet.selectAccount,
    disconnect: wallet.disconnect,
    lock: wallet.lock,
    unlock: wallet.unlock,
  }
  return [{ person, accounts: wallet.evm?.accounts ?? [], accountInUse: () => wallet.state.account }]
}

/** A view of something that is replaced when it changes: the same one as long as that is the same. */
function snapshotOf<Source extends object, View>(read: () => Source, view: (source: Source) => View): () => View {
  let last: { readonly source: Source; readonly view: View } | undefined
  return () => {
    const source = read()
    if (last?.source !== source) last = { source, view: view(source) }
    return last.view
  }
}
