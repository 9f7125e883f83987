import { secp256k1 } from '@noble/curves/secp256k1.js'
import type { Address, Hex, TransactionSerializable } from 'viem'
import { bytesToHex, hashAuthorization, hexToBytes, keccak256, publicKeyToAddress, serializeTransaction } from 'viem/utils'
import type { Keys } from '../../types.js'
import { WrongKeyError } from '../errors.js'
import type { FullTransaction } from './fill.js'

interface Signature {
  readonly r: Hex
  readonly s: Hex
  readonly yParity: 0 | 1
  /** What a legacy transaction has in its place: 27 or 28, before the chain is counted in (EIP-155). */
  readonly v: bigint
}

/** Signs a hash of 32 bytes. @throws WrongKeyError when the key is not the account's */
function signHash(hash: Hex, privateKey: Uint8Array, account: Address): Signature {
  if (publicKeyToAddress(bytesToHex(secp256k1.getPublicKey(privateKey, false))) !== account) throw new WrongKeyError()
  // Recovery bit, r, s. RFC 6979, and the lower s.
  const bytes = secp256k1.sign(hexToBytes(hash), privateKey, { prehash: false, format: 'recovered' })
  const [r, s] = [bytesToHex(bytes.subarray(1, 33)), bytesToHex(bytes.subarray(33, 65))]
  return bytes[0] === 1 ? { r, s, yParity: 1, v: 28n } : { r, s, yParity: 0, v: 27n }
}

/** The signature of a message's hash, in 65 bytes: r, s, and 27 or 28. */
export function signMessageHash(keys: Pick<Keys, 'withKey'>, hash: Hex, account: Address): Promise<Hex> {
  return keys.withKey(
    'eip155',
    (privateKey): Hex => {
      const { r, s, yParity } = signHash(hash, privateKey, account)
      return `${r}${s.slice(2)}${yParity === 0 ? '1b' : '1c'}`
    },
    account,
  )
}

/** A hash that a plain account signs as it is. */
export const plainSignature = (hash: Hex, account: Address) => ({
  hash,
  sign: (keys: Pick<Keys, 'withKey'>) => signMessageHash(keys, hash, account),
})

/** The bytes that a transaction's signature is over, hashed. Undefined while an authorisation in it is yet to be signed. */
export function transactionHash(transaction: FullTransaction): Hex | undefined {
  if (transaction.authorizationList?.some(({ signature }) => !signature)) return undefined
  return keccak256(serializeTransaction(serializable(transaction, unsigned)))
}

const unsigned = (): never => {
  throw new WrongKeyError()
}

/** The signed transaction, ready to be sent. */
export function signTransaction(keys: Pick<Keys, 'withKey'>, transaction: FullTransaction): Promise<Hex> {
  const { from } = transaction
  return keys.withKey('eip155', (privateKey) => {
    const whole = serializable(transaction, (hash) => signHash(hash, privateKey, from))
    return serializeTransaction(whole, signHash(keccak256(serializeTransaction(whole)), privateKey, from))
  })
}

function serializable(transaction: FullTransaction, sign: (hash: Hex) => Signature): TransactionSerializable {
  const { chainId, to, value, data, nonce, gas, fees, accessList, authorizationList } = transaction
  const common = { chainId, ...(to !== undefined && { to }), value, data, nonce, gas }
  if ('gasPrice' in fees)
    return accessList
      ? { ...common, type: 'eip2930', gasPrice: fees.gasPrice, accessList }
      : { ...common, type: 'legacy', gasPrice: fees.gasPrice }
  const modern = { ...common, ...fees, ...(accessList && { accessList }) }
  if (!authorizationList) return { ...modern, type: 'eip1559' }
  const signed = authorizationList.map(({ address, nonce: count, signature }) => {
    const authorization = { chainId, address, nonce: Number(count) }
    return { ...authorization, ...(signature ?? sign(hashAuthorization(authorization))) }
  })
  return { ...modern, type: 'eip7702', authorizationList: signed }
}
