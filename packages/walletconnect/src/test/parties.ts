import { WebSocket as Ws } from 'ws'
import type { PorticoStorage } from '@portico/core'
import type { AskedNamespaces } from '../peer/namespaces.js'
import type { SocketConstructor } from '../relay/types.js'
import type { Approved } from '../wallet/types.js'

/** Node 20 has no WebSocket of its own. */
export const WebSocket: SocketConstructor = Ws

export const dappMetadata = {
  name: 'Example Shop',
  description: 'A shop',
  url: 'https://shop.example',
  icons: ['https://shop.example/icon.png'],
}
export const walletMetadata = { name: 'Example Wallet', description: 'A wallet', url: 'https://wallet.example', icons: [] }

/** Storage that outlives the client that uses it. */
export function memory(): PorticoStorage & { readonly items: Map<string, string> } {
  const items = new Map<string, string>()
  return {
    items,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  }
}

export const ethereum = 'eip155:1'
export const base = 'eip155:8453'
export const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
export const bitcoin = 'bip122:000000000019d6689c085ae165831e93'

export const asked: AskedNamespaces = {
  eip155: {
    chains: [ethereum, base],
    methods: ['personal_sign', 'eth_sendTransaction', 'eth_signTypedData_v4', 'wallet_switchEthereumChain'],
    events: ['chainChanged', 'accountsChanged'],
  },
  solana: { chains: [solana], methods: ['solana_signMessage', 'solana_signTransaction', 'solana_signAndSendTransaction'], events: [] },
  bip122: { chains: [bitcoin], methods: ['sendTransfer', 'signPsbt', 'signMessage', 'getAccountAddresses'], events: [] },
}

export const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const solanaAddress = 'AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9'
export const bitcoinAddress = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'

export const approved: Approved = {
  eip155: {
    chains: [ethereum, base],
    accounts: [`${ethereum}:${address}`, `${base}:${address}`],
    methods: [...(asked['eip155']?.methods ?? [])],
    events: ['chainChanged', 'accountsChanged'],
  },
  solana: { chains: [solana], accounts: [`${solana}:${solanaAddress}`], methods: [...(asked['solana']?.methods ?? [])], events: [] },
  bip122: { chains: [bitcoin], accounts: [`${bitcoin}:${bitcoinAddress}`], methods: [...(asked['bip122']?.methods ?? [])], events: [] },
}

/** Waits until something is so. */
export async function until<T>(look: () => T | undefined | false, timeout = 20_000): Promise<T> {
  const end = Date.now() + timeout
  for (;;) {
    const found = look()
    if (found !== undefined && found !== false) return found
    if (Date.now() > end) throw new Error('It did not come to that in time.')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** Key of the account of {@link address}: the second of the public test mnemonic. */
export const testKey = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'

/** What a site asks to be signed in with. */
export const authentication = () => ({
  chains: [ethereum, base],
  domain: 'shop.example',
  aud: 'https://shop.example/login',
  nonce: 'd41d8cd98f00b204',
  statement: 'Sign in to the shop.',
  methods: ['personal_sign', 'eth_sendTransaction'],
})
