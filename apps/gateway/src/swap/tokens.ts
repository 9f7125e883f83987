import { encodeFunctionData, parseAbi, zeroAddress } from 'viem'
import { z } from 'zod'
import type { AccountChain } from '../account/accounts.js'
import { namespaceOf } from '../chains/address.js'
import { createMulticall, decode } from '../rpc/multicall.js'
import { native } from './types.js'
import { type TokensAnswer, idOf } from './wire.js'

const permitAbi = parseAbi(['function nonces(address owner) view returns (uint256)', 'function DOMAIN_SEPARATOR() view returns (bytes32)'])

/** What can be swapped on a chain: its own coin, and the tokens that the operator lists. */
export function createTokens({ chain, node }: Pick<AccountChain, 'chain' | 'node'>): () => Promise<TokensAnswer> {
  let permits: ReadonlySet<string> | undefined

  /** Tokens that take signed allowances (EIP-2612). Who can't be asked now has none, and is asked again. */
  const readPermits = async (): Promise<ReadonlySet<string>> => {
    if (namespaceOf(chain.id) !== 'eip155') return new Set()
    const data = [
      encodeFunctionData({ abi: permitAbi, functionName: 'nonces', args: [zeroAddress] }),
      encodeFunctionData({ abi: permitAbi, functionName: 'DOMAIN_SEPARATOR' }),
    ]
    const answers = await createMulticall(node)(chain.tokens.flatMap(({ address: to }) => data.map((each) => ({ to, data: each }))))
    return new Set(
      chain.tokens.flatMap(({ address }, at) => {
        const nonce = decode(permitAbi, 'nonces', answers[at * 2], z.bigint())
        const domain = decode(permitAbi, 'DOMAIN_SEPARATOR', answers[at * 2 + 1], z.string())
        return nonce !== undefined && domain !== undefined ? [address] : []
      }),
    )
  }

  return async () => {
    permits ??= await readPermits().catch(() => undefined)
    const coin = { ...chain.native, address: native }
    return {
      tokens: [coin, ...chain.tokens]
        .filter(({ decimals }) => decimals > 0)
        .map(({ name, symbol, address, decimals, iconUrl }) => ({
          name,
          symbol,
          address: idOf(chain.id, address),
          decimals,
          logoUri: iconUrl,
          eip2612: permits?.has(address) ?? false,
        })),
    }
  }
}
