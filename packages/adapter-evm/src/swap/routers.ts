import type { NetworkId } from '@portico/core'

/** Of 1inch, the same on every network but zkSync Era. */
const oneInch = '0x111111125421cA6dc452d289314280a0f8842A65'

/**
 * Contracts that take no more than they are told to, and give to whom they are told to: the routers of Uniswap (V2's Router02 and
 * SwapRouter02, as docs.uniswap.org lists them), PancakeSwap's V2 router, and 1inch's sixth. An allowance is given to these, and to
 * those that a site adds with `swap.routers` (S18).
 */
export const knownRouters: Readonly<Record<NetworkId, readonly string[]>> = {
  'eip155:1': ['0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D', '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45', oneInch],
  'eip155:10': ['0x4A7b5Da61326A6379179b40d00F57E5bbDC962c2', '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45', oneInch],
  'eip155:56': [
    '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24',
    '0xB971eF87ede563556b2ED4b1C0b0019111Dd85d2',
    '0x10ED43C718714eb63d5aA57B78B54704E256024E',
    oneInch,
  ],
  'eip155:100': [oneInch],
  'eip155:137': ['0xedf6066a2b290C185783862C7F4776A2C8077AD1', '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45', oneInch],
  'eip155:250': [oneInch],
  'eip155:8217': [oneInch],
  'eip155:8453': ['0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24', '0x2626664c2603336E57B271c5C0b26F421741e481', oneInch],
  'eip155:42161': ['0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24', '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45', oneInch],
  'eip155:43114': ['0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24', '0xbb00FF08d01D300023C629E8fFfFcb65A5a578cE', oneInch],
  'eip155:1313161554': [oneInch],
}
