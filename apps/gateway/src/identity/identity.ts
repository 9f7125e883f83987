import { BaseError, createPublicClient, custom } from 'viem'
import { mainnet } from 'viem/chains'
import { normalize } from 'viem/ens'
import { z } from 'zod'
import type { Accounts } from '../account/accounts.js'
import type { Names } from '../names/names.js'
import { ProviderError } from '../providers/errors.js'
import type { IdentityAnswer } from '../providers/wire.js'
import { NodeUnavailableError, RpcError, isLimit } from '../rpc/node.js'
import { cleanText } from '../wallets/text.js'
import { type Span, lasts } from '../span.js'

/** The name that an address has chosen, checked forwards as well. Null where there is none. @throws ProviderError */
export type Identity = (address: `0x${string}`) => Promise<IdentityAnswer>

/** Milliseconds that an answer is kept. */
const freshMs = 300_000
const most = 10_000
/** Pictures that can be drawn anew from what their record says. */
const isDrawn = /^(https|ipfs|ar|data):/i

export interface IdentityParameters {
  readonly accounts: Pick<Accounts, 'chains' | 'own' | 'start'>
  /** Names that are registered here. */
  readonly names: Pick<Names, 'ofAddress' | 'ccip'> | undefined
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/**
 * Names of ENS, where the gateway has Ethereum, and after them those that are registered here. Names that are kept elsewhere (CCIP-Read) are not
 * followed: whoever owns one could make this service call any address. Pictures of ENS are not told for the same reason.
 */
export function createIdentity({ accounts, names, clock }: IdentityParameters): Identity {
  const onEns = createEnsNames({ accounts, names, clock })
  return async (address) => {
    if (names) await accounts.start()
    const own = await names?.ofAddress(address)
    const name = await onEns(address).catch((error: unknown) => {
      if (own && error instanceof ProviderError) return null
      throw error
    })
    if (!own || (name !== null && name !== own.name)) return { name, avatar: null }
    const { avatar = '' } = own.texts
    return { name: own.name, avatar: (isDrawn.test(avatar) ? await accounts.own.picture(avatar) : undefined) ?? null }
  }
}

/** Whether a name is as ENSIP-15 writes it. The chain takes any: with a character that nobody sees it looks like the name of another. */
function isNormalised(name: string): boolean {
  try {
    return name !== '' && normalize(name) === name
  } catch {
    return false
  }
}

const isAway = (error: unknown): boolean =>
  error instanceof BaseError &&
  error.walk((each) => each instanceof NodeUnavailableError || (each instanceof RpcError && isLimit(each))) !== null

function createEnsNames({ accounts, names, clock }: IdentityParameters): (address: `0x${string}`) => Promise<string | null> {
  const node = accounts.chains.get('eip155:1')?.node
  if (!node) return () => Promise.resolve(null)
  const known = new Map<string, Span & { readonly name: string | null }>()
  const transport = custom({ request: ({ method, params }) => node.call({ method, params }, z.unknown()) }, { retryCount: 0 })
  // A name of ours is looked up here; nothing is fetched.
  const ccipRead = names ? { request: ({ sender, data }: { sender: string; data: string }) => names.ccip.answer(sender, data) } : false
  const client = createPublicClient({ chain: mainnet, transport, ccipRead })

  return async (address) => {
    const now = clock()
    const found = known.get(address)
    if (found && lasts(found, now)) return found.name
    const told = await client.getEnsName({ address }).catch((error: unknown) => {
      // Whether there is a name was not answered: that is not kept.
      if (isAway(error)) throw new ProviderError('unavailable', 'The node does not tell names now.', { cause: error })
      return null
    })
    const name = told !== null && isNormalised(told) ? cleanText(told) : null
    known.delete(address)
    known.set(address, { from: now, until: now + freshMs, name })
    const [oldest] = known.keys()
    if (known.size > most && oldest !== undefined) known.delete(oldest)
    return name
  }
}
