import { isRecord } from '@portico/core/kit'
import { toDecimal, type NetworkId } from '@portico/core'
import { base58 } from '@scure/base'
import { feeText } from '../cards/amounts.js'
import { solanaDevnetUrl, solanaUrl } from '../nodes.js'
import type { ChainFacts, SignedText } from './load.js'

const sol = { symbol: 'SOL', decimals: 9 } as const
const devnet = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const time = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' })
const whole = new Intl.NumberFormat('en')

/** What the sandbox's node says. @throws when it says no */
async function ask(networkId: NetworkId, method: string, params: readonly unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const answer = await fetch(networkId === devnet ? solanaDevnetUrl : solanaUrl, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  })
  const said: unknown = await answer.json()
  if (!isRecord(said) || said['error'] !== undefined) throw new Error(`The node refused ${method}.`)
  return said['result']
}

export function isAddress(text: string): boolean {
  try {
    return base58.decode(text).length === 32
  } catch {
    return false
  }
}

/** Whether a signature (base58) of a text was made with the key of an address. The browser's own Ed25519 says so. */
export async function verifyText({ address, message, signature }: SignedText): Promise<boolean> {
  const key = await crypto.subtle.importKey('raw', new Uint8Array(base58.decode(address)), 'Ed25519', false, ['verify'])
  return crypto.subtle.verify('Ed25519', key, new Uint8Array(base58.decode(signature)), new TextEncoder().encode(message))
}

/** A transaction as the node tells it. @throws while the node does not know it */
export async function readTransactionFacts({ networkId, hash }: { networkId: NetworkId; hash: string }): Promise<ChainFacts> {
  const found = await ask(networkId, 'getTransaction', [hash, { commitment: 'confirmed', maxSupportedTransactionVersion: 0 }])
  if (!isRecord(found) || !isRecord(found['meta'])) throw new Error('The node does not know it.')
  const { slot, blockTime, version } = found
  const { fee, err } = found['meta']
  return [
    ['Slot', whole.format(Number(slot))],
    ...(typeof blockTime === 'number' ? [['Time', time.format(new Date(blockTime * 1000))] as const] : []),
    ['Version', version === 0 ? 'v0' : 'Legacy'],
    ['Fee', feeText(BigInt(Number(fee)), sol)],
    ...(err ? [['Error', JSON.stringify(err)] as const] : []),
  ]
}

/** What the node knows of an address. */
export async function readAddressFacts({ networkId, address }: { networkId: NetworkId; address: string }): Promise<ChainFacts> {
  const [balance, past] = await Promise.all([
    ask(networkId, 'getBalance', [address]),
    ask(networkId, 'getSignaturesForAddress', [address, { limit: 25 }]),
  ])
  return [
    ['Balance', `${toDecimal(BigInt(isRecord(balance) ? Number(balance['value']) : 0), 9)} SOL`],
    ['Transactions', String(Array.isArray(past) ? past.length : 0)],
  ]
}
