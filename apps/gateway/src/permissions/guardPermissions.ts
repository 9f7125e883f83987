import { z } from 'zod'
import { RefusedError, bundlerCodes } from '../bundler/errors.js'
import type { Method, Methods } from '../bundler/methods.js'
import { createAsk, posted } from '../providers/ask.js'
import { ProviderError } from '../providers/errors.js'
import { readRedeemed } from './readRedeemed.js'

/** Methods by which an operation is brought on its way, or paid for. */
const guarded = ['eth_sendUserOperation', 'pm_getPaymasterStubData', 'pm_getPaymasterData'] as const

const asked = z.tuple([z.looseObject({ callData: z.string().regex(/^0x([0-9a-fA-F]{2})*$/) })]).rest(z.unknown())
const answer = z.object({ stopped: z.array(z.string()) })

export interface GuardPermissionsParameters {
  /** By CAIP-2 id. */
  readonly methods: ReadonlyMap<string, Methods>
  /** Origin of the embedded wallet, which knows what was stopped. */
  readonly wallet: string
  readonly fetch: typeof globalThis.fetch
}

/**
 * The same methods, but for operations that use a permission (ERC-7715) which was stopped: the wallet is asked each time, so that Stop counts
 * from the moment on in which it is pressed. While the wallet does not answer, permissions are not used here.
 */
export function guardPermissions({ methods, wallet, fetch }: GuardPermissionsParameters): ReadonlyMap<string, Methods> {
  const ask = createAsk({ kind: 'wallet', fetch, limit: 10_000 })
  const url = new URL('/permissions/stopped', wallet)
  const check = async (params: readonly unknown[], signal: AbortSignal): Promise<void> => {
    const parsed = asked.safeParse(params)
    const ids = parsed.success ? readRedeemed(`0x${parsed.data[0].callData.slice(2).toLowerCase()}`) : []
    if (ids.length === 0) return
    const { stopped } = await ask({ url, init: posted({ ids }), signal }, answer).catch((error: unknown) => {
      if (!(error instanceof ProviderError)) throw error
      throw new RefusedError(bundlerCodes.internal, 'The wallet does not say now whether this permission still stands.')
    })
    if (stopped.length > 0) throw new RefusedError(bundlerCodes.validation, 'This permission was stopped.', { stopped })
  }
  const guard =
    (method: Method): Method =>
    async (params, caller) => {
      await check(params, caller.signal)
      return await method(params, caller)
    }
  return new Map(
    [...methods].map(([chain, known]) => [
      chain,
      new Map([...known].map(([name, method]) => [name, guarded.some((each) => each === name) ? guard(method) : method])),
    ]),
  )
}
