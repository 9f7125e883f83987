import { accountFactory } from '@portico/contracts'
import { delegationManager } from '@portico/contracts/permissions'
import type { GatewayOptions } from '@portico/gateway'
import { executors, sponsor } from '../accounts.js'
import { addresses } from '../contracts/artifacts/addresses.js'
import { chains } from '../parts.js'

export interface OperationsParameters {
  /** Origins of the pages that it pays for. */
  readonly origins: readonly string[]
  /** Origin of the secure site, which says for whom it asks. */
  readonly wallet: string
  /** Where the gateway finds it: names below `localhost` are for browsers alone. */
  readonly walletAt: string
}

/** What the gateway is told of smart accounts here: it brings their operations to each chain of Ethereum's kind, and pays for what the demo asks for. */
export function operations({
  origins,
  wallet,
  walletAt,
}: OperationsParameters): Required<Pick<GatewayOptions, 'bundlers' | 'sponsoring' | 'wallet'>> {
  const keys = executors.map(({ key }) => key)
  const each = chains.map(({ id }) => `eip155:${id}`)
  return {
    wallet: walletAt,
    bundlers: each.map((chain) => ({ chain, executors: keys, pollMs: 100, stuckMs: 5000 })),
    sponsoring: {
      name: 'Meridian',
      wallets: [wallet],
      paymasters: each.map((chain) => ({ chain, address: addresses.paymaster, signer: sponsor.key, pollMs: 1000 })),
      policies: [
        // Whoever names the token pays with it, for whatever they do.
        {
          id: 'usdc',
          origins: [...origins],
          tokens: [{ address: addresses.usdc, receiver: sponsor.address, decimals: 6 }],
          perDay: '10000000000000000000',
          perAccount: '100000000000000000',
        },
        { id: 'demo', origins: [...origins], contracts: sponsored, perDay: '100000000000000000000', perAccount: '1000000000000000000' },
        { id: 'game', origins: [...origins], contracts: played, perDay: '10000000000000000000', perAccount: '100000000000000000' },
      ],
    },
  }
}

/** Calls that cost a visitor of the demo nothing. Whoever sends coins, or calls anything else, pays for it. */
const sponsored = [
  ...[addresses.usdc, addresses.dai, addresses.port].map((address) => ({
    address,
    methods: ['mint(address,uint256)', 'approve(address,uint256)', 'transfer(address,uint256)'],
  })),
  { address: addresses.collection, methods: ['mint(address)'] },
  {
    address: addresses.router,
    methods: [
      'swapExactTokensForTokens(uint256,uint256,address[],address,uint256)',
      'swapExactTokensForETH(uint256,uint256,address[],address,uint256)',
    ],
  },
  { address: addresses.router02, methods: ['multicall(uint256,bytes[])'] },
]

/**
 * What the key of a game calls: the account that it plays with is made, where it does not stand yet, and a permission is redeemed. What that
 * then does is for whoever granted it to say.
 */
const played = [
  { address: accountFactory, methods: ['createAccount(address)'] },
  { address: delegationManager, methods: ['redeemDelegations(bytes[],bytes32[],bytes[])'] },
]

/** Where the secure site finds both for a chain. */
export function smartAccountsAt(gateway: string, chainId: number): { bundlerUrl: string; paymasterUrls: string[] } {
  const url = `${gateway}/v1/bundler?chainId=eip155:${chainId}`
  return { bundlerUrl: url, paymasterUrls: [url] }
}
