import type { AskedNamespace, AskedNamespaces } from '../peer/namespaces.js'

/** What wallets are asked for beside the chains, by namespace. All of it is optional: a wallet approves what it can do. */
const usual: Readonly<Record<string, Omit<AskedNamespace, 'chains'>>> = {
  eip155: {
    methods: [
      'eth_sendTransaction',
      'personal_sign',
      'eth_signTypedData',
      'eth_signTypedData_v4',
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
      'wallet_watchAsset',
      'wallet_getCapabilities',
      'wallet_sendCalls',
      'wallet_getCallsStatus',
      'wallet_showCallsStatus',
      'wallet_grantPermissions',
      'wallet_getAssets',
    ],
    events: ['chainChanged', 'accountsChanged'],
  },
  solana: {
    methods: [
      'solana_signMessage',
      'solana_signTransaction',
      'solana_signAllTransactions',
      'solana_signAndSendTransaction',
      'solana_requestAccounts',
      'solana_getAccounts',
    ],
    events: ['accountsChanged'],
  },
  bip122: { methods: ['sendTransfer', 'signPsbt', 'signMessage', 'getAccountAddresses'], events: ['bip122_addressesChanged'] },
}

/** What is asked of a wallet for these chains. A site's own methods are asked for in addition. */
export function askedFor(chains: readonly string[], extra: Readonly<Record<string, readonly string[]>> = {}): AskedNamespaces {
  const asked: Record<string, AskedNamespace> = {}
  for (const [namespace, { methods, events }] of Object.entries(usual)) {
    const mine = chains.filter((chain) => chain.startsWith(`${namespace}:`))
    if (mine.length > 0) asked[namespace] = { chains: mine, methods: [...new Set([...methods, ...(extra[namespace] ?? [])])], events }
  }
  return asked
}
