import { type Hex, bytesToHex, encodeFunctionData, encodePacked, isHex } from 'viem'
import type { Call, WholeCall } from '../account/execute.js'
import { PermissionUseError } from '../errors.js'
import { delegationManager } from './addresses.js'
import { delegationHash } from './delegation.js'
import { delegationManagerAbi } from './managerAbi.js'
import { readPermissionContext } from './readPermissionContext.js'
import { singleMode } from './redeem.js'
import { type PermissionUse, textOfUse } from './textOfUse.js'

export interface RedeemPermissionParameters {
  /** Origin of the embedded wallet, such as 'https://wallet.example'. */
  wallet: string
  /** Of what was granted (ERC-7715). */
  context: Hex
  /** CAIP-2 id of the network that it was granted on. */
  networkId: string
  /** What the account is to do. `value` in wei. */
  call: Call
  /** The key that the permission was granted to: a viem account is one. It signs a text (ERC-191), and later sends the call. */
  holder: { signMessage: (parameters: { message: string }) => Promise<Hex> }
  fetch?: typeof globalThis.fetch | undefined
}

/** What the holder sends within two minutes, from its own address; `until` is in seconds since 1970. */
export interface RedeemablePermission {
  call: WholeCall
  until: number
}

/**
 * Has the wallet sign one use of a permission, and makes the call of it. The account acts once the holder has sent that, in a transaction of
 * its own and at its own cost. What was stopped, has ended or is not covered is refused before anything is signed (S20).
 * @throws PermissionUseError, CallDataError where the context is none
 * @example
 * const { call } = await redeemPermission({ wallet, context, networkId: 'eip155:8453', call: { to: game, data }, holder })
 * await walletClient.sendTransaction({ account: holder, ...call })
 */
export async function redeemPermission(parameters: RedeemPermissionParameters): Promise<RedeemablePermission> {
  const { context, networkId, call } = parameters
  const [root] = readPermissionContext(context)
  const { to, value = 0n, data = '0x' } = call
  const use = { id: delegationHash(root), networkId, to, value, data }
  let time = Date.now() / 1000
  for (let attempt = 0; ; attempt += 1) {
    try {
      const signed = await ask(parameters, { ...use, at: Math.floor(time), nonce: bytesToHex(crypto.getRandomValues(new Uint8Array(16))) })
      const execution = encodePacked(['address', 'uint256', 'bytes'], [to, value, data])
      const args = [[signed.context], [singleMode], [execution]] as const
      const redeem = encodeFunctionData({ abi: delegationManagerAbi, functionName: 'redeemDelegations', args })
      return { call: { to: delegationManager, value: 0n, data: redeem }, until: signed.until }
    } catch (error) {
      const { code, time: servers } = error instanceof PermissionUseError ? error : {}
      // The holder's clock is off, or somebody else used it in the same moment: nothing was signed.
      if (attempt >= 2 || !(code === 'conflict' || (code === 'proof_time' && servers !== undefined))) throw error
      time = servers ?? Date.now() / 1000
    }
  }
}

async function ask({ wallet, holder, fetch = globalThis.fetch }: RedeemPermissionParameters, use: PermissionUse) {
  const { to, value, data, ...rest } = use
  const signature = await holder.signMessage({ message: textOfUse(use) })
  const body = JSON.stringify({ ...rest, call: { to, value: String(value), data }, signature })
  const answer = await fetch(`${new URL(wallet).origin}/permissions/use`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    credentials: 'omit',
    redirect: 'error',
    signal: AbortSignal.timeout(15_000),
  })
    .then(async (response): Promise<unknown> => response.json())
    .catch((cause: unknown) => {
      throw new PermissionUseError({ code: 'unreachable', message: 'The wallet did not answer.', cause })
    })
  const context = field(answer, 'context')
  const until = field(answer, 'until')
  if (isHex(context) && typeof until === 'number') return { context, until }
  const error = field(answer, 'error')
  const [code, message, retryAfter, time] = ['code', 'message', 'retryAfter', 'time'].map((name) => field(error, name))
  throw new PermissionUseError({
    code: typeof code === 'string' ? code : 'unreachable',
    message: typeof message === 'string' ? message : 'The wallet’s answer cannot be read.',
    ...(typeof retryAfter === 'number' && { retryAfter }),
    ...(typeof time === 'number' && { time }),
  })
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined
