import { createClient, custom, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { replacementOf } from './replace.js'

const hash: Hex = `0x${'1'.repeat(64)}`
const connectorId = 'injected'
const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const waiting = {
  hash,
  type: '0x0',
  from: address,
  to: '0x000000000000000000000000000000000000dEaD',
  nonce: '0x7',
  value: '0x5',
  input: '0x',
  gas: '0x5208',
  gasPrice: '0x3b9aca00', // 1 gwei
  blockHash: null,
  blockNumber: null,
  transactionIndex: null,
}

/** A chain from before EIP-1559, whose nodes know no `eth_feeHistory`. */
const clientAt = (gasPrice: Hex, { gas, estimated, ...over }: { readonly gas?: Hex; readonly estimated?: Hex; readonly type?: Hex } = {}) =>
  createClient({
    transport: custom(
      {
        async request({ method }: { method: string }) {
          if (method === 'eth_getTransactionByHash') return { ...waiting, ...over, gas: gas ?? waiting.gas }
          if (method === 'eth_gasPrice') return gasPrice
          if (method === 'eth_estimateGas' && estimated) return estimated
          throw Object.assign(new Error(`the method ${method} does not exist`), { code: -32601 })
        },
      },
      { retryCount: 0 },
    ),
  })

test.each<[Hex, Hex, string]>([
  ['0x3b9aca00', '0x430e2340', 'an eighth more'],
  ['0xb2d05e00', '0xb2d05e00', 'the going rate where that is more'],
])(
  'on a chain without a base fee, one that waits is replaced at its own kind of price: at %s a replacement pays %s, %s',
  async (now, paid) => {
    const replacement = await replacementOf(clientAt(now), hash, { connectorId, address, how: 'speedUp' })
    expect(replacement).toEqual({ from: address, nonce: '0x7', to: waiting.to, value: '0x5', data: '0x', gas: '0x5208', gasPrice: paid })
  },
)

test.each<[string, Hex, { readonly gas?: Hex; readonly estimated?: Hex }]>([
  ['an account with code runs it, and Arbitrum has the chain below paid in gas', '0x7530', { estimated: '0x7530' }],
  ['where the code refuses, what the one that waits was given', '0xc350', { gas: '0xc350' }],
])('one that is cancelled has the gas that it takes to send oneself nothing: %s', async (_, gas, chain) => {
  const replacement = await replacementOf(clientAt('0x3b9aca00', chain), hash, { connectorId, address, how: 'cancel' })
  expect(replacement).toEqual({ from: address, nonce: '0x7', to: address, value: '0x0', gas, gasPrice: '0x430e2340' })
})

test.each([
  ['of blobs is neither sped up nor cancelled', '0x3', 'speedUp', 'UnsupportedMethodError'],
  ['of blobs is not cancelled by one without', '0x3', 'cancel', 'UnsupportedMethodError'],
  ['that hands the account over to code is not sped up to one that does not', '0x4', 'speedUp', 'UnsupportedMethodError'],
  ['that hands the account over to code is cancelled', '0x4', 'cancel', undefined],
] as const)('one %s', async (_, type, how, name) => {
  const outcome = await replacementOf(clientAt('0x3b9aca00', { type }), hash, { connectorId, address, how }).catch(
    (error: unknown) => error,
  )
  expect(outcome instanceof Error ? outcome.name : undefined).toBe(name)
})
