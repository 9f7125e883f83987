import type { NetworkId } from '@portico/core'
import { fromBase64 } from '@portico/core/kit'
import { EndpointError } from '../errors.js'
import { field } from './json.js'
import { token2022Program, tokenProgram } from './programs.js'
import { commitment, type Rpc } from './rpc.js'

/** An account as its bytes. */
export interface Account {
  readonly owner: string
  readonly data: Uint8Array
}

/** Up to a hundred accounts; undefined for those that are not there. @throws EndpointError */
export async function getAccounts(
  rpc: Rpc,
  networkId: NetworkId,
  addresses: readonly string[],
  signal?: AbortSignal,
): Promise<readonly (Account | undefined)[]> {
  const answer = await rpc.call({
    networkId,
    method: 'getMultipleAccounts',
    params: [addresses, { encoding: 'base64', commitment }],
    signal,
  })
  const value = field(answer, 'value')
  if (!Array.isArray(value) || value.length !== addresses.length) throw new EndpointError({ cause: answer })
  return value.map((entry: unknown) => {
    if (entry === null) return undefined
    const [owner, text] = [field(entry, 'owner'), field(entry, 'data', 0)]
    const data = typeof text === 'string' ? fromBase64(text) : undefined
    if (typeof owner !== 'string' || !data) throw new EndpointError({ cause: answer })
    return { owner, data }
  })
}

export const isTokenProgram = (owner: string) => owner === tokenProgram || owner === token2022Program
/** Lengths of the two kinds of account; the byte after a token account's says which of them an extended one is. */
const mintLength = 82
export const tokenAccountLength = 165
export const isMint = ({ owner, data }: Account) =>
  isTokenProgram(owner) &&
  (data.length === mintLength || (data.length > tokenAccountLength && data[tokenAccountLength] === 1)) &&
  data[45] === 1
export const isTokenAccount = ({ owner, data }: Account) =>
  isTokenProgram(owner) && (data.length === tokenAccountLength || (data.length > tokenAccountLength && data[tokenAccountLength] === 2))

/** The extensions of a Token-2022 account: number, length and content of each, one after the other. */
export function extensionsOf({ data }: Account): readonly { readonly kind: number; readonly content: Uint8Array }[] {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const found: { kind: number; content: Uint8Array }[] = []
  for (let at = tokenAccountLength + 1; at + 4 <= data.length; ) {
    const [kind, size] = [view.getUint16(at, true), view.getUint16(at + 2, true)]
    if (kind === 0 || at + 4 + size > data.length) break
    found.push({ kind, content: data.subarray(at + 4, at + 4 + size) })
    at += 4 + size
  }
  return found
}

/** What a Token-2022 mint calls itself, where it carries its metadata (extension 19): a token's own words, untrusted. */
export function metadataOf(mint: Account): { readonly name: string; readonly symbol: string } | undefined {
  const content = extensionsOf(mint).find(({ kind }) => kind === 19)?.content
  if (!content) return undefined
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength)
  const texts: string[] = []
  for (let at = 64; texts.length < 2 && at + 4 <= content.length; ) {
    const size = view.getUint32(at, true)
    if (at + 4 + size > content.length) break
    texts.push(new TextDecoder().decode(content.subarray(at + 4, at + 4 + size)))
    at += 4 + size
  }
  const [name, symbol] = texts
  return name !== undefined && symbol !== undefined ? { name, symbol } : undefined
}
