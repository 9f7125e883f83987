import { WalletAnswerError, type GrantAccount, type NetworkId } from '@portico/core'
import type { Grant } from '@portico/core/kit'
import { readAddress, type AddressType } from './address.js'
import { chainOfAddress, isKnown, readChain, type Chain } from './chains.js'
import type { Answer } from './drivers/driver.js'
import { toHex } from './drivers/bytes.js'

/** Most addresses that a wallet may bring along. */
const accountLimit = 1_000

/** One of a wallet's addresses, as it was read. */
export interface Account extends GrantAccount {
  readonly type: 'payment' | 'ordinal'
  readonly form: AddressType
}

/** What is known of a wallet that lets the site in. */
export interface WalletState {
  readonly accounts: readonly [Account, ...Account[]]
  readonly networkId: NetworkId
}

/**
 * Reads what a wallet says of itself: addresses with checksum, all of one chain, each once, with the public key where it
 * is one; the payment address first, unless ordinals come first.
 * @param expected chains that it may be on, likeliest first: they decide where the wallet names none and chains share address forms
 * @throws WalletAnswerError
 */
export async function readAnswer(
  answer: Answer,
  { expected, ordinals, method }: { readonly expected: readonly Chain[]; readonly ordinals: boolean; readonly method: string },
): Promise<WalletState> {
  const claims = answer.claims
    .slice(0, accountLimit)
    .filter(({ purpose }) => [undefined, null, 'payment', 'ordinals', 'ordinal'].some((known) => known === purpose))
  const [first] = claims
  const said = readChain(answer.chain)
  if (!first || typeof first.address !== 'string' || (answer.chain !== undefined && !said)) throw new WalletAnswerError({ method })
  const { address: sample } = first
  const chain = said ?? expected.find((one) => chainOfAddress(sample, one).id === one.id) ?? chainOfAddress(sample)
  const form = isKnown(chain) ? chain : chainOfAddress(sample)
  const read = await Promise.all(
    claims.map(async ({ address, publicKey, purpose }) => {
      const found = await readAddress(address, form)
      if (!found) throw new WalletAnswerError({ method })
      return { ...found, publicKey: readKey(publicKey, found.type), purpose }
    }),
  )
  const unique = read.filter(({ address }, at) => read.findIndex((other) => other.address === address) === at)
  const accounts = unique.map(({ address, type, publicKey, purpose }): Account => {
    // Wallets that do not say keep ordinals on taproot addresses, when they keep them apart.
    const isOrdinal = typeof purpose === 'string' ? purpose !== 'payment' : type === 'p2tr' && unique.some((other) => other.type !== 'p2tr')
    return { address, type: isOrdinal ? 'ordinal' : 'payment', form: type, ...(publicKey && { publicKey }) }
  })
  const isFirst = ({ type }: Account) => (type === 'ordinal') === ordinals
  const [inUse, ...others] = [...accounts.filter(isFirst), ...accounts.filter((account) => !isFirst(account))]
  if (!inUse) throw new WalletAnswerError({ method })
  return { accounts: [inUse, ...others], networkId: chain.id }
}

/** A public key as hex: 33 bytes, or 32 (x-only) for taproot. What is none is left out. */
function readKey(value: unknown, type: AddressType): string | undefined {
  const text = value instanceof Uint8Array && value.length <= 65 ? toHex(value) : value
  if (typeof text !== 'string' || !/^(0[23])?[\da-f]{64}$/i.test(text)) return undefined
  const key = text.toLowerCase()
  if (type === 'p2tr') return key.slice(-64)
  return key.length === 66 ? key : undefined
}

/** A wallet's state as core takes it. */
export const grantOf = ({ accounts, networkId }: WalletState): Grant => ({
  addresses: accounts.map(({ address }) => address),
  accounts: accounts.map(({ address, type, publicKey }) => ({ address, type, ...(publicKey && { publicKey }) })),
  networkId,
})
