import { parseEther } from 'viem'
import { z } from 'zod'
import { historyRow } from '../../activity/historyRow.js'
import type { HeldTransfer } from '../../activity/classify.js'
import type { HeldTransaction } from '../../activity/readHistory.js'
import type { Chain } from '../../chains/chains.js'
import type { TokenFacts } from '../../indexer/tokens.js'
import { withSpam } from '../spam.js'
import { type HistoryRow, tokenDecimals } from '../wire.js'

const address = z.string().transform((text) => text.toLowerCase())
const whole = z.union([z.string().regex(/^\d+$/), z.int().nonnegative().transform(String)])
const count = whole.transform(Number)
/** It writes some of them as text. */
const flag = z.nullish(z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]))
const between = { from_address: address, to_address: address }

const transaction = z.object({
  hash: z.string().regex(/^0x[0-9a-fA-F]{64}$/),
  nonce: count,
  transaction_index: z.nullish(count),
  from_address: address,
  to_address: z.nullish(address),
  receipt_contract_address: z.nullish(address),
  receipt_status: z.nullish(z.string()),
  value: whole,
  input: z.nullish(z.string()),
  transaction_fee: z.nullish(z.string().regex(/^\d+(\.\d+)?$/)),
  block_number: count,
  block_timestamp: z.iso.datetime({ offset: true }),
  native_transfers: z.array(z.object({ ...between, value: whole, internal_transaction: flag })).default([]),
  erc20_transfers: z
    .array(
      z.object({
        ...between,
        address,
        value: whole,
        token_name: z.nullish(z.string()),
        token_symbol: z.nullish(z.string()),
        token_logo: z.nullish(z.string()),
        token_decimals: tokenDecimals,
        possible_spam: flag,
      }),
    )
    .default([]),
  nft_transfers: z
    .array(
      z.object({
        ...between,
        token_address: address,
        token_id: whole,
        token_name: z.nullish(z.string()),
        token_symbol: z.nullish(z.string()),
        amount: z.nullish(whole),
        contract_type: z.nullish(z.string()),
        possible_spam: flag,
      }),
    )
    .default([]),
})
type Transaction = z.output<typeof transaction>

/** A page of what a wallet did, newest first. */
export const historyPage = z.object({ cursor: z.nullish(z.string()), result: z.array(transaction) })

/** What Moralis tells of a wallet, in the shape of the wire. What it takes for spam is flagged beside what the gateway itself does. */
export function historyRows(page: z.output<typeof historyPage>, { chain, viewer }: { chain: Chain; viewer: string }): HistoryRow[] {
  const names = new Map(chain.tokens.map((token): [string, TokenFacts] => [token.address, { ...token, isListed: true }]))
  const spam = new Set<string>()
  for (const { erc20_transfers: erc20, nft_transfers: nfts } of page.result) {
    for (const { address: token, token_name: name, token_symbol: symbol, token_decimals: decimals, token_logo: logo, ...rest } of erc20) {
      if (rest.possible_spam) spam.add(token)
      if (names.has(token)) continue
      names.set(token, { name: name ?? '', symbol: symbol ?? '', decimals, iconUrl: logo ?? '', isListed: false })
    }
    for (const { token_address: token, token_name: name, token_symbol: symbol, possible_spam: isSpam } of nfts) {
      if (isSpam) spam.add(token)
      if (!names.has(token)) names.set(token, { name: name ?? '', symbol: symbol ?? '', decimals: -1, iconUrl: '', isListed: false })
    }
  }
  for (const { address: listed } of chain.tokens) spam.delete(listed)
  return page.result.map((each) => withSpam(historyRow(heldOf(each), { chain, viewer, names }), chain, (contract) => spam.has(contract)))
}

function heldOf(each: Transaction): HeldTransaction {
  const { native_transfers: native, erc20_transfers: erc20, nft_transfers: nfts, input, to_address: to } = each
  const moved: Omit<HeldTransfer, 'sub'>[] = [
    ...native.map(({ internal_transaction: isInternal, value, ...ends }) => ({
      ...endsOf(ends),
      kind: isInternal ? ('internal' as const) : ('native' as const),
      token: '',
      token_id: '',
      amount: value,
    })),
    ...erc20.map(({ address: token, value, ...ends }) => ({
      ...endsOf(ends),
      kind: 'erc20' as const,
      token,
      token_id: '',
      amount: value,
    })),
    ...nfts.map(({ token_address: token, token_id: id, amount, contract_type: standard, ...ends }) => ({
      ...endsOf(ends),
      kind: standard === 'ERC1155' ? ('erc1155' as const) : ('erc721' as const),
      token,
      token_id: id,
      amount: amount ?? '1',
    })),
  ]
  return {
    transaction: {
      block: each.block_number,
      position: each.transaction_index ?? 0,
      hash: each.hash,
      time: Date.parse(each.block_timestamp),
      sender: each.from_address,
      recipient: to ?? null,
      created: to ? null : (each.receipt_contract_address ?? null),
      nonce: each.nonce,
      method: /^0x[0-9a-f]{8}/i.test(input ?? '') ? (input ?? '').slice(0, 10).toLowerCase() : '',
      value: each.value,
      // Told in whole coins.
      fee: String(parseEther(each.transaction_fee ?? '0')),
      status: each.receipt_status === '0' ? 0 : 1,
    },
    transfers: moved.map((transfer, sub) => ({ ...transfer, sub })),
  }
}

const endsOf = ({ from_address: sender, to_address: recipient }: { from_address: string; to_address: string }) => ({
  sender,
  recipient,
  spread: 1,
})
