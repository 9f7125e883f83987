import { toBase58, toBase64 } from '../bytes.js'
import { JsonRpcError } from '../errors.js'
import { token2022Program } from '../programs.js'
import { type Runtime, rentExempt } from '../runtime.js'
import { type AccountState, readMint, readTokenAccount, tokenAmount } from '../tokenState.js'

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
    const info = { decimals, freezeAuthority, isInitialized, mintAuthority, supply: supply.toString() }
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
  }
  return { program, space, parsed: { type: 'account', info } }
}

export function decimalsOf(runtime: Runtime, mint: string): number {
  const account = runtime.account(mint)
  return (account && readMint(account)?.decimals) ?? 0
}
