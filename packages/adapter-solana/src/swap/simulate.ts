import { TransactionRevertedError, type NetworkId } from '@portico/core'
import { fromBase64, toBase64, type SwapMeaning } from '@portico/core/kit'
import { EndpointError } from '../errors.js'
import { getAccounts, isTokenAccount, type Account } from '../implementation/accounts.js'
import type { associatedTokenAddress } from '../implementation/curve.js'
import { field, readUnits } from '../implementation/json.js'
import { token2022Program, tokenProgram } from '../implementation/programs.js'
import { commitment, type Rpc } from '../implementation/rpc.js'

/** What a swap may take beside what is swapped, in lamports: the network's fee, and what new token accounts have to hold. */
const mostBeside = 15_000_000n

export interface SimulateParameters {
  readonly transaction: Uint8Array
  readonly networkId: NetworkId
  /** What it says that it does. */
  readonly meaning: SwapMeaning
  readonly derive: typeof associatedTokenAddress
}

/**
 * Has the chain try a swap, and changes nothing: it has to take and to give what it says.
 * @throws TransactionRevertedError, EndpointError
 */
export async function simulate(rpc: Rpc, { transaction, networkId, meaning, derive }: SimulateParameters): Promise<void> {
  const { from, to, units, minimum, recipient: owner } = meaning
  const homes = (mint: string | undefined) =>
    mint === undefined ? [] : [tokenProgram, token2022Program].map((program) => derive({ owner, mint, tokenProgram: program }))
  const addresses = [owner, ...homes(from), ...homes(to)]
  const options = { encoding: 'base64', sigVerify: false, replaceRecentBlockhash: true, commitment }
  const [lamports, before, answer] = await Promise.all([
    rpc.call({ networkId, method: 'getBalance', params: [owner, { commitment }] }),
    getAccounts(rpc, networkId, addresses),
    rpc.call({
      networkId,
      method: 'simulateTransaction',
      params: [toBase64(transaction), { ...options, accounts: { encoding: 'base64', addresses } }],
    }),
  ])
  const failure = field(answer, 'value', 'err')
  if (failure !== null && failure !== undefined) throw new TransactionRevertedError({ cause: failure })
  const after = field(answer, 'value', 'accounts')
  if (!Array.isArray(after) || after.length !== addresses.length) throw new EndpointError({ cause: answer })
  const [had, has] = [readUnits(field(lamports, 'value')), readUnits(field(after[0], 'lamports'))]
  if (had === undefined || has === undefined) throw new EndpointError({ cause: answer })

  /** How much more of a token there is. */
  const gained = (mint: string) =>
    homes(mint).reduce((sum, home) => {
      const at = addresses.indexOf(home)
      return sum + heldIn(readAccount(after[at])) - heldIn(before[at])
    }, 0n)
  const [paid, got] = [from === undefined ? units : 0n, to === undefined ? minimum : 0n]
  const isAsSaid =
    had - has <= paid - got + mostBeside && (from === undefined || -gained(from) <= units) && (to === undefined || gained(to) >= minimum)
  if (!isAsSaid) throw new TransactionRevertedError({ reason: 'it does not give what it says' })
}

function readAccount(value: unknown): Account | undefined {
  const [owner, text] = [field(value, 'owner'), field(value, 'data', 0)]
  const data = typeof text === 'string' ? fromBase64(text) : undefined
  return typeof owner === 'string' && data ? { owner, data } : undefined
}

/** How much a token account holds, in the token's smallest unit; nothing where it is none. */
function heldIn(account: Account | undefined): bigint {
  if (!account || !isTokenAccount(account)) return 0n
  const { data } = account
  return new DataView(data.buffer, data.byteOffset, data.byteLength).getBigUint64(64, true)
}
