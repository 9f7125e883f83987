import { expect, test } from 'vitest'
import { zeroAddress } from '../indexer/decodeLogs.js'
import type { TokenFacts } from '../indexer/tokens.js'
import { chainOf } from '../providers/test/standIn.js'
import { historyRow as historyRowOf } from '../providers/wire.js'
import type { HeldTransfer } from './classify.js'
import { historyRow } from './historyRow.js'

const viewer = `0x${'a'.repeat(40)}`
const dollar = `0x${'d'.repeat(40)}`
const vault = `0x${'e'.repeat(40)}`
const transaction = {
  block: 9,
  position: 0,
  hash: `0x${'1'.repeat(64)}`,
  time: Date.UTC(2026, 4, 7),
  sender: viewer,
  recipient: vault,
  created: null,
  nonce: 1,
  method: '0xb6b55f25',
  value: '0',
  fee: '0',
  status: 1,
}
const moved = (token: string, sender: string, recipient: string, sub: number): HeldTransfer => ({
  kind: 'erc20',
  token,
  token_id: '',
  sender,
  recipient,
  amount: '5000000',
  spread: 1,
  sub,
})
const facts = (symbol: string, decimals: number): TokenFacts => ({ name: symbol, symbol, decimals, iconUrl: '', isListed: false })
const rowOf = (transfers: readonly HeldTransfer[], ofVault: TokenFacts | undefined) => {
  const names = new Map([[dollar, facts('USDC', 6)], ...(ofVault ? [[vault, ofVault] as const] : [])])
  return historyRowOf.parse(historyRow({ transaction, transfers }, { chain: chainOf(), viewer, names }))
}

test('what a vault that is no token tells of a deposit is no token that came, and the row no trade', () => {
  const transfers = [moved(dollar, viewer, vault, 1), moved(vault, zeroAddress, viewer, 2)]
  const row = rowOf(transfers, facts('', -1))
  expect(row.metadata.operationType).toBe('send')
  expect(row.transfers).toMatchObject([{ fungible_info: { symbol: 'USDC' }, direction: 'out', quantity: { numeric: '5' } }])
  const out = rowOf([moved(vault, viewer, zeroAddress, 1), moved(dollar, vault, viewer, 2)], facts('', -1))
  expect(out).toMatchObject({ metadata: { operationType: 'receive' }, transfers: [{ direction: 'in' }] })
  // A share that is a token, also one without decimals or of which nothing is known, came.
  for (const share of [facts('yvUSDC', 6), facts('OLD', -1), undefined])
    expect(rowOf(transfers, share)).toMatchObject({ metadata: { operationType: 'trade' }, transfers: [{}, {}] })
})
