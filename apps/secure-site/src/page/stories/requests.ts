import type { RequestView } from '../screens/view.js'

export const account = '0x7f3A9c2E5b41D08fA6C7e19B0d52F3a8E7c41b09'
const friend = '0xE5c1F0a9b3D24c6688Aa0D41F7d2B6c9E8f01234'
const exchange = '0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af'
const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

/** A request as the page shows it. */
export const request = (more: Partial<RequestView> = {}): RequestView => ({
  origin: 'https://shop.example',
  claim: 'Corner Shop',
  id: 'r1',
  method: 'eth_sendTransaction',
  namespace: 'eip155',
  networkId: 'eip155:1',
  networkName: 'Ethereum',
  address: account,
  effects: [{ kind: 'send', values: { amount: '25', symbol: 'USDC', to: friend, token: usdc } }],
  warnings: [],
  risk: 'normal',
  fee: { expected: '0.00021', ceiling: '0.00034', symbol: 'ETH' },
  changes: [{ symbol: 'USDC', amount: '-25' }],
  details: [
    { path: 'to', value: usdc },
    { path: 'data', value: '0xa9059cbb' },
  ],
  reducible: false,
  ...more,
})

export const requests = {
  message: request({
    method: 'personal_sign',
    effects: [{ kind: 'message', values: {}, message: 'I keep the keys of the Meridian treasury.' }],
    changes: 'none',
    fee: undefined,
  }),
  signIn: request({
    method: 'personal_sign',
    effects: [{ kind: 'signIn', values: { domain: 'shop.example', uri: 'https://shop.example/login', statement: 'Welcome back.' } }],
    changes: 'none',
    fee: undefined,
  }),
  nameTransfer: request({
    method: 'personal_sign',
    effects: [
      {
        kind: 'name',
        values: {
          name: 'mira.portico.eth',
          action: 'transfer',
          to: friend,
          chainId: '8453',
          uri: 'https://shop.example',
          issuedAt: '2026-11-25T16:30:00.000Z',
        },
      },
    ],
    changes: 'none',
    fee: undefined,
  }),
  transaction: request({ warnings: [{ kind: 'newRecipient', values: { address: friend } }], risk: 'caution' }),
  batch: request({
    method: 'wallet_sendCalls',
    account: 'smartAccount',
    deploys: true,
    sponsored: true,
    effects: [
      { kind: 'approve', values: { amount: '250', symbol: 'USDC', spender: exchange, token: usdc } },
      { kind: 'swap', values: { gives: '250 USDC', gets: '0.0712 ETH', contract: exchange } },
    ],
    fee: { expected: '0', ceiling: '0', symbol: 'ETH' },
    changes: [
      { symbol: 'USDC', amount: '-250' },
      { symbol: 'ETH', amount: '0.0712' },
    ],
  }),
  paidByAccount: request({ account: 'smartAccount' }),
  unpaid: request({ account: 'smartAccount', deploys: true, warnings: [{ kind: 'unpaid', values: { symbol: 'ETH' } }] }),
  feeInDollars: request({ feeWorth: { expected: 0.42, ceiling: 0.68 } }),
  tinyFee: request({
    fee: { expected: '0.0000006', ceiling: '0.0000011', symbol: 'ETH' },
    feeWorth: { expected: 0.0012, ceiling: 0.0022 },
  }),
  paidInToken: request({ account: 'smartAccount', fee: { expected: '0.412093', ceiling: '0.412093', symbol: 'USDC', isToken: true } }),
  upgrade: request({
    method: 'wallet_sendCalls',
    risk: 'risky',
    effects: [
      { kind: 'upgrade', values: { delegate: '0xe6Cae83BdE06E4c305530e199D7217f42808555B' } },
      { kind: 'approve', values: { amount: '250', symbol: 'USDC', spender: exchange, token: usdc } },
      { kind: 'swap', values: { gives: '250 USDC', gets: '0.0712 ETH', contract: exchange } },
    ],
    changes: [
      { symbol: 'USDC', amount: '-250' },
      { symbol: 'ETH', amount: '0.0712' },
    ],
  }),
  unlimited: request({
    effects: [{ kind: 'approve', values: { amount: '', unlimited: 'true', symbol: 'USDC', spender: exchange, token: usdc } }],
    warnings: [{ kind: 'unlimited', values: { symbol: 'USDC', spender: exchange } }],
    risk: 'risky',
    changes: 'none',
    reducible: true,
  }),
  permit: request({
    method: 'eth_signTypedData_v4',
    effects: [{ kind: 'permit', values: { amount: '100', symbol: 'USDC', spender: exchange, token: usdc } }],
    warnings: [{ kind: 'permit', values: { spender: exchange } }],
    risk: 'risky',
    changes: 'none',
    fee: undefined,
  }),
  grant: request({
    method: 'wallet_grantPermissions',
    account: 'smartAccount',
    effects: [
      { kind: 'grant', values: { delegate: friend, to: exchange, function: 'move(uint256), stay()' } },
      { kind: 'grantLimit', values: { amount: '0.002', symbol: 'ETH', period: '3600' } },
      { kind: 'grantUntil', values: { until: '2030-01-01', statement: 'So that you can play without interruption' } },
    ],
    warnings: [{ kind: 'grant' }],
    risk: 'risky',
    changes: 'none',
    fee: undefined,
    details: [{ path: 'permissions[0].delegate', value: friend }],
    hash: `0x${'5c'.repeat(32)}`,
  }),
  unknown: request({
    effects: [{ kind: 'call', values: { to: exchange, name: '' } }],
    warnings: [
      { kind: 'unknownCall', values: { to: exchange } },
      { kind: 'cannotSimulate', values: {} },
    ],
    risk: 'risky',
    changes: 'failed',
  }),
  received: request({
    effects: [{ kind: 'swap', values: { gives: '0.031 ETH', gets: '100 USDC', contract: exchange } }],
    changes: [
      { symbol: 'ETH', amount: '-0.031000000000000042' },
      { symbol: 'USDC', amount: '100' },
    ],
    fee: { expected: '0.000002104', ceiling: '0.000003671', symbol: 'ETH' },
  }),
  unknownToken: request({
    effects: [{ kind: 'call', values: { to: exchange, selector: '0x3ce33bff', value: '0', symbol: 'ETH' } }],
    changes: [
      { symbol: 'ETH', amount: '-0.25' },
      { symbol: `AVeryLongNameOfATokenThatNobodyHasEverHeardOf (${usdc})`, amount: '1234567.891' },
      { symbol: `${friend} (smallest units)`, amount: '5000000000000000000' },
    ],
    warnings: [{ kind: 'unverifiedContract', values: { address: exchange } }],
  }),
  drain: request({
    effects: [{ kind: 'approvalForAll', values: { collection: usdc, operator: friend, approved: 'true', symbol: 'APE' } }],
    warnings: [
      { kind: 'approvalForAll', values: { collection: usdc } },
      { kind: 'unverifiedContract', values: { address: friend, reason: 'account' } },
    ],
    risk: 'risky',
    changes: [],
  }),
  solana: request({
    method: 'solana_signTransaction',
    namespace: 'solana',
    networkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    networkName: 'Solana',
    address: '7QkWm2dgbh4DEXdcpXajB4BoUUddKvgZSpZ6XqeGpmaP',
    effects: [{ kind: 'send', values: { amount: '0.5', symbol: 'SOL', to: 'ENYbDuAwVdLUnSo5sYnyE3YedzhAroJpSsFfEWDuRWqi' } }],
    fee: { expected: '0.000005', ceiling: '0.000005', symbol: 'SOL' },
    changes: [{ symbol: 'SOL', amount: '-0.500005' }],
  }),
} satisfies Readonly<Record<string, RequestView>>
