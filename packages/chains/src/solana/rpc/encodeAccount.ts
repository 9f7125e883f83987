import { readU32, toBase58, toBase64 } from '../bytes.js'
import { JsonRpcError } from '../errors.js'
import { token2022Program } from '../programs.js'
import { type Runtime, rentExempt } from '../runtime.js'
import { type AccountState, readExtensions, readMint, readTokenAccount, tokenAmount } from '../tokenState.js'

export interface EncodeOptions {
  encoding?: 'base58' | 'base64' | 'jsonParsed' | null | undefined
  dataSlice?: { offset: number; length: number } | null | undefined
}

/** An account as the API writes it. `jsonParsed` understands accounts and mints of the token programs. */
export function encodeAccount(runtime: Runtime, account: AccountState | undefined, { encoding, dataSlice }: EncodeOptions) {
  if (!account) return null
  const { lamports, owner, executable, data } = account
  const facts = { executable, lamports, owner, rentEpoch: rentExempt, space: data.length }
  const parsed = encoding === 'jsonParsed' ? parseAccount(runtime, account) : undefined
  if (parsed) return { ...facts, data: parsed }
  const slice = dataSlice ? data.subarray(dataSlice.offset, dataSlice.offset + dataSlice.length) : data
  if (encoding === 'base64' || encoding === 'jsonParsed') return { ...facts, data: [toBase64(slice), 'base64'] }
  if (slice.length > 128) {
    const message = 'Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.'
    throw new JsonRpcError(-32_600, message)
  }
  // Without an encoding the answer has the form that it had before there were encodings.
  return { ...facts, data: encoding === 'base58' ? [toBase58(slice), 'base58'] : toBase58(slice) }
}

function parseAccount(runtime: Runtime, account: AccountState) {
  const program = account.owner === token2022Program ? 'spl-token-2022' : 'spl-token'
  const space = account.data.length
  const mint = readMint(account)
  if (mint) {
    const { supply, decimals, isInitialized, mintAuthority = null, freezeAuthority = null } = mint
    const extensions = parseExtensions(account)
    const info = { decimals, freezeAuthority, isInitialized, mintAuthority, supply: supply.toString(), ...extensions }
    return { program, space, parsed: { type: 'mint', info } }
  }
  const held = readTokenAccount(account)
  if (!held) return undefined
  const decimals = decimalsOf(runtime, held.mint)
  const info = {
    isNative: held.rentExemptReserve !== undefined,
    mint: held.mint,
    owner: held.owner,
    state: held.state,
    tokenAmount: tokenAmount(held.amount, decimals),
    ...(held.delegate && { delegate: held.delegate, delegatedAmount: tokenAmount(held.delegatedAmount, decimals) }),
    ...(held.closeAuthority && { closeAuthority: held.closeAuthority }),
    ...(held.rentExemptReserve !== undefined && { rentExemptReserve: tokenAmount(held.rentExemptReserve, decimals) }),
    ...parseExtensions(account),
  }
  return { program, space, parsed: { type: 'account', info } }
}

/** The extensions of Token-2022 that the sandbox makes; others are named alone, as a node does with those it does not know. */
function parseExtensions(account: AccountState) {
  if (account.owner !== token2022Program) return {}
  const extensions = readExtensions(account).map(({ type, data }) => {
    if (type === 7) return { extension: 'immutableOwner' }
    if (type === 18) return { extension: 'metadataPointer', state: metadataPointer(data) }
    const metadata = type === 19 ? tokenMetadata(data) : undefined
    if (metadata) return { extension: 'tokenMetadata', state: metadata }
    return { extension: 'unparseableExtension' }
  })
  return extensions.length > 0 ? { extensions } : {}
}

function metadataPointer(data: Uint8Array) {
  return { authority: toBase58(data.subarray(0, 32)), metadataAddress: toBase58(data.subarray(32, 64)) }
}

/** Undefined when the lengths inside lead out of the bytes. */
function tokenMetadata(data: Uint8Array) {
  let at = 64
  const text = (): string | undefined => {
    if (at + 4 > data.length) return undefined
    const length = readU32(data, at)
    at += 4 + length
    return at > data.length ? undefined : new TextDecoder().decode(data.subarray(at - length, at))
  }
  const [name, symbol, uri] = [text(), text(), text()]
  if (name === undefined || symbol === undefined || uri === undefined) return undefined
  const updateAuthority = toBase58(data.subarray(0, 32))
  return { updateAuthority, mint: toBase58(data.subarray(32, 64)), name, symbol, uri, additionalMetadata: [] }
}

export function decimalsOf(runtime: Runtime, mint: string): number {
  const account = runtime.account(mint)
  return (account && readMint(account)?.decimals) ?? 0
}
