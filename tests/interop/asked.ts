export const ethereum = 'eip155:1'
export const base = 'eip155:8453'
export const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
export const bitcoin = 'bip122:000000000019d6689c085ae165831e93'

export const site = { name: 'Example Shop', description: 'A shop', url: 'https://shop.example', icons: ['https://shop.example/icon.png'] }
export const phone = { name: 'Example Wallet', description: 'A wallet', url: 'https://wallet.example', icons: [] }

/** What a site asks for: new lists each time, because the official clients keep and change what they are handed. */
export const asked = () => ({
  eip155: {
    chains: [ethereum, base],
    methods: ['personal_sign', 'eth_sendTransaction', 'eth_signTypedData_v4', 'wallet_switchEthereumChain'],
    events: ['chainChanged', 'accountsChanged'],
    // Without these, universal-provider would look for nodes at its vendor's.
    rpcMap: { 1: 'http://127.0.0.1:1', 8453: 'http://127.0.0.1:1' },
  },
  solana: { chains: [solana], methods: ['solana_signMessage', 'solana_signTransaction'], events: [] as string[] },
  bip122: { chains: [bitcoin], methods: ['getAccountAddresses', 'signMessage', 'sendTransfer'], events: [] as string[] },
})

/** What a site asks to be signed in with. */
export const authentication = () => ({
  chains: [ethereum, base],
  domain: 'shop.example',
  nonce: 'd41d8cd98f00b204',
  statement: 'Sign in to the shop.',
  methods: ['personal_sign', 'eth_sendTransaction'],
})
export const signInPage = 'https://shop.example/login'

// Accounts of the public test keys: the first of the words that local chains fund, and 32 bytes of the value 1.
export const evmKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
export const evmAddress = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const solanaAddress = 'AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9'
export const bitcoinAddress = 'bc1q0xcqpzrky6eff2g52qdye53xkk9jxkvrh6yhyw'

export const accounts = [`${ethereum}:${evmAddress}`, `${base}:${evmAddress}`, `${solana}:${solanaAddress}`, `${bitcoin}:${bitcoinAddress}`]
