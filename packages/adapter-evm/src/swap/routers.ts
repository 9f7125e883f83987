import type { NetworkId } from '@portico/core'

/** Of 1inch, the same on every network but zkSync Era. */
const oneInch = '0x111111125421cA6dc452d289314280a0f8842A65'

/** Of 0x, which takes for its Settler and keeps no allowance beyond a call, and of LI.FI: the same on the networks here. */
const zeroEx = '0x0000000000001fF3684f28c67538d4D072C22734'
const lifi = '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE'
const hosted = [oneInch, zeroEx, lifi]

/**
 * Contracts that take no more than they are told to, and give to whom they are told to: the routers of Uniswap (V2's Router02 and
 * SwapRouter02, as docs.uniswap.org lists them), PancakeSwap's V2 router, 1inch's sixth, 0x's AllowanceHolder, and LI.FI's one contract. An allowance is given to these, and to
 * those that a site adds with `swap.routers` (S18).
 */
export const knownRouters: Readonly<Record<NetworkId, readonly string[]>> = {
  'eip155:1': ['0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D', '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45', ...hosted],
  'eip155:10': ['0x4A7b5Da61326A6379179b40d00F57E5bbDC962c2', '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45', ...hosted],
  'eip155:56': [
    '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24',
    '0xB971eF87ede563556b2ED4b1C0b0019111Dd85d2',
    '0x10ED43C718714eb63d5aA57B78B54704E256024E',
    ...hosted,
  ],
  'eip155:100': [oneInch],
  'eip155:137': ['0xedf6066a2b290C185783862C7F4776A2C8077AD1', '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45', ...hosted],
  'eip155:250': [oneInch],
  'eip155:8217': [oneInch],
  'eip155:8453': ['0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24', '0x2626664c2603336E57B271c5C0b26F421741e481', ...hosted],
  'eip155:42161': ['0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24', '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45', ...hosted],
  'eip155:43114': ['0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24', '0xbb00FF08d01D300023C629E8fFfFcb65A5a578cE', ...hosted],
  'eip155:1313161554': [oneInch],
}
