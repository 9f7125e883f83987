import { OptionsError } from '@portico/service'
import { z } from 'zod'
import { historyRow } from '../../activity/historyRow.js'
import type { TokenFacts } from '../../indexer/tokens.js'
import { type Ask, createAsk } from '../ask.js'
import { ProviderError } from '../errors.js'
import type { ProviderFactory } from '../types.js'
import { transactionsOf } from './transactions.js'
import { envelope, erc1155, erc20, erc721, internal, transaction } from './wire.js'

const hosted = 'https://api.etherscan.io/v2/api'

/**
 * History by Etherscan, and whoever speaks as it does: Blockscout, Routescan. Its five lists are read from the same block on, and
 * put together as far down as the shortest of them tells.
 */
export const etherscan: ProviderFactory = ({ chain, options: { key, url = hosted }, fetch }) => {
  const [namespace, number = ''] = chain.id.split(':')
  if (namespace !== 'eip155') throw new OptionsError(`chains: etherscan knows nothing of ${chain.id}`)
  const ask = createAsk({ kind: 'etherscan', fetch })
  const listed = new Map(chain.tokens.map((token): [string, TokenFacts] => [token.address, { ...token, isListed: true }]))

  return {
    kind: 'etherscan',
    history: async ({ address, cursor, limit, signal }) => {
      const last = cursor !== undefined && /^\d{1,15}$/.test(cursor) ? cursor : undefined
      const list = <Schema extends z.ZodType>(action: string, schema: Schema) =>
        listOf(ask, url, schema, signal, {
          chainid: number,
          module: 'account',
          action,
          address,
          page: '1',
          offset: String(limit),
          sort: 'desc',
          ...(last !== undefined && { startblock: '0', endblock: last }),
          ...(key !== undefined && { apikey: key }),
        })
      // One after the other: a free key has three calls a second.
      const found = {
        transactions: await list('txlist', transaction),
        internal: await list('txlistinternal', internal),
        erc20: await list('tokentx', erc20),
        erc721: await list('tokennfttx', erc721),
        erc1155: await list('token1155tx', erc1155),
      }
      const { held, next } = transactionsOf(found, { viewer: address, limit })
      const names = new Map(listed)
      for (const each of [...found.erc20, ...found.erc721, ...found.erc1155]) {
        const { contractAddress, tokenName: name, tokenSymbol: symbol } = each
        const decimals = 'tokenDecimal' in each ? each.tokenDecimal : -1
        if (!names.has(contractAddress)) names.set(contractAddress, { name, symbol, decimals, iconUrl: '', isListed: false })
      }
      return { data: held.map((each) => historyRow(each, { chain, viewer: address, names })), next }
    },
  }
}

async function listOf<Schema extends z.ZodType>(
  ask: Ask,
  url: string,
  schema: Schema,
  signal: AbortSignal,
  query: Readonly<Record<string, string>>,
): Promise<z.output<Schema>[]> {
  const place = new URL(url)
  for (const [name, value] of Object.entries(query)) place.searchParams.set(name, value)
  const { status, message, result } = await ask({ url: place, signal }, envelope)
  const rows = z.array(schema).safeParse(result)
  // 'No transactions found' has status 0, too: an empty list is no error.
  if (rows.success && (status === '1' || rows.data.length === 0)) return rows.data
  if (status === '1') throw new ProviderError('malformed', 'etherscan answered in another shape.', { cause: rows.error })
  throw refusalOf(`${message} ${typeof result === 'string' ? result : ''}`)
}

/** Its words are all that tells one failure from another. */
function refusalOf(words: string): ProviderError {
  if (/rate limit|too many/i.test(words))
    return new ProviderError('rate-limited', 'etherscan wants to be asked less often.', { retryAfter: 1 })
  if (/api.?key|not supported|missing|invalid|upgrade/i.test(words))
    return new ProviderError('refused', 'etherscan refuses the key or the chain.')
  return new ProviderError('unavailable', 'etherscan did not answer.')
}
