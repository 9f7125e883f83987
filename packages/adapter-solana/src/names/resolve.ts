import type { NetworkId } from '@portico/core'
import { getAccounts, isTokenAccount, type Account } from '../implementation/accounts.js'
import { base58, concat, isSame } from '../implementation/bytes.js'
import { isOnCurve, verify } from '../implementation/curve.js'
import { field } from '../implementation/json.js'
import { commitment, type Rpc } from '../implementation/rpc.js'
import { domainAccount, domainMint, nameProgram, payeeRecords, readDomain, tokenizerProgram, tokenRecord } from './accounts.js'

/** A name account begins with its parent, its owner and its class. */
export const headerLength = 96
const key = (data: Uint8Array, at: number) => data.subarray(at, at + 32)

export interface ResolveRequest {
  readonly name: string
  readonly networkId: NetworkId
  readonly signal?: AbortSignal | undefined
}

/**
 * Who is paid by a `.sol` name (SNS-IP 5): who holds the token that the domain was made; else who its owner has said in a record that
 * holds; else the owner, as far as that is an account with a key. Undefined where there is none, and where the answer is in doubt.
 * @throws EndpointError
 */
export async function resolveDomain(rpc: Rpc, { name, networkId, signal }: ResolveRequest): Promise<string | undefined> {
  const parts = readDomain(name)
  if (!parts) return undefined
  const domain = domainAccount(parts)
  const [first, second] = payeeRecords(domain)
  const [registry, token, older, newer] = await getAccounts(rpc, networkId, [domain, tokenRecord(domain), first, second], signal)
  if (!isName(registry)) return undefined
  const owner = key(registry.data, 32)
  if (token?.owner === tokenizerProgram && token.data[0] === 2) return holderOf(rpc, domainMint(domain), networkId, signal)
  const payee = payeeOf({ owner, newer, older, olderAddress: first })
  if (payee === 'doubtful') return undefined
  if (payee) return base58.encode(payee)
  return isOnCurve(owner) ? base58.encode(owner) : undefined
}

const isName = (account: Account | undefined): account is Account => account?.owner === nameProgram && account.data.length >= headerLength

interface Records {
  readonly owner: Uint8Array
  readonly newer: Account | undefined
  readonly older: Account | undefined
  readonly olderAddress: string
}

/** Who the owner has said is to be paid. What an earlier owner said holds no longer. */
function payeeOf({ owner, newer, older, olderAddress }: Records): Uint8Array | 'doubtful' | undefined {
  if (isName(newer)) {
    const view = new DataView(newer.data.buffer, newer.data.byteOffset, newer.data.byteLength)
    const body = headerLength + 8
    // Both the owner's word and the payee's are signatures of Solana, which the program has checked.
    const isSound =
      newer.data.length >= body + 96 &&
      view.getUint16(headerLength, true) === 1 &&
      view.getUint16(headerLength + 2, true) === 1 &&
      view.getUint32(headerLength + 4, true) === 32
    if (!isSound) return 'doubtful'
    const [by, agreed, content] = [key(newer.data, body), key(newer.data, body + 32), key(newer.data, body + 64)]
    if (isSame(by, owner)) return isSame(agreed, content) ? content : 'doubtful'
  }
  if (isName(older) && older.data.length >= headerLength + 96) {
    const content = key(older.data, headerLength)
    const signature = older.data.subarray(headerLength + 32, headerLength + 96)
    const said = new TextEncoder().encode(hex(concat(content, base58.decode(olderAddress))))
    if (verify(signature, said, owner)) return content
  }
  return undefined
}

const hex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Who holds the one token of a mint. */
async function holderOf(rpc: Rpc, mint: string, networkId: NetworkId, signal: AbortSignal | undefined): Promise<string | undefined> {
  const answer = await rpc.call({ networkId, method: 'getTokenLargestAccounts', params: [mint, { commitment }], signal })
  const address = field(answer, 'value', 0, 'address')
  if (typeof address !== 'string') return undefined
  const [account] = await getAccounts(rpc, networkId, [address], signal)
  if (!account || !isTokenAccount(account)) return undefined
  const view = new DataView(account.data.buffer, account.data.byteOffset, account.data.byteLength)
  return view.getBigUint64(64, true) === 1n && base58.encode(key(account.data, 0)) === mint
    ? base58.encode(key(account.data, 32))
    : undefined
}
