/** Contracts and tokens of a network that swaps are known to go by. */
export interface SwapDefaults {
  readonly v2: readonly string[]
  readonly v3: readonly { readonly quoter: string; readonly router: string }[]
  /** Beside the wrapped coin. */
  readonly hubs: readonly string[]
}

/** Where Uniswap has `QuoterV2` and `SwapRouter02` on the networks of its first deployments. */
const first = { quoter: '0x61ffe014ba17989e743c5f6cb21bf9697530b21e', router: '0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45' }
/** Its V2 router on networks that came later. */
const laterV2 = '0x4752ba5dbc23f44d87826276bf6fd6b1c372ad24'

/**
 * Uniswap's own deployments, and the dollars of each network that most pools are made with. Elsewhere, as on ZKsync Era, Gnosis, Fantom,
 * Klaytn and Aurora, the operator names contracts, or a hosted provider.
 */
export const swapDefaults: Readonly<Record<string, SwapDefaults>> = {
  'eip155:1': {
    v2: ['0x7a250d5630b4cf539739df2c5dacb4c659f2488d'],
    v3: [first],
    hubs: [
      '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', // USDC
      '0xdac17f958d2ee523a2206206994597c13d831ec7', // USDT
      '0x6b175474e89094c44da98b954eedeac495271d0f', // DAI
    ],
  },
  'eip155:10': {
    v2: ['0x4a7b5da61326a6379179b40d00f57e5bbdc962c2'],
    v3: [first],
    hubs: [
      '0x0b2c639c533813f4aa9d7837caf62653d097ff85', // USDC
      '0x94b008aa00579c1307b0ef2c499ad98a8ce58e58', // USDT
    ],
  },
  'eip155:56': {
    v2: [laterV2],
    v3: [{ quoter: '0x78d78e420da98ad378d7799be8f4af69033eb077', router: '0xb971ef87ede563556b2ed4b1c0b0019111dd85d2' }],
    hubs: [
      '0x55d398326f99059ff775485246999027b3197955', // USDT
      '0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d', // USDC
    ],
  },
  'eip155:137': {
    v2: ['0xedf6066a2b290c185783862c7f4776a2c8077ad1'],
    v3: [first],
    hubs: [
      '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359', // USDC
      '0x7ceb23fd6bc0add59e62ac25578270cff1b9f619', // WETH
    ],
  },
  'eip155:8453': {
    v2: [laterV2],
    v3: [{ quoter: '0x3d4e44eb1374240ce5f1b871ab261cd16335b76a', router: '0x2626664c2603336e57b271c5c0b26f421741e481' }],
    hubs: ['0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'], // USDC
  },
  'eip155:42161': {
    v2: [laterV2],
    v3: [first],
    hubs: [
      '0xaf88d065e77c8cc2239327c5edb3a432268e5831', // USDC
      '0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9', // USDT
    ],
  },
  'eip155:43114': {
    v2: [laterV2],
    v3: [{ quoter: '0xbe0f5544ec67e9b3b2d979aaa43f18fd87e6257f', router: '0xbb00ff08d01d300023c629e8ffffcb65a5a578ce' }],
    hubs: ['0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e'], // USDC
  },
}
