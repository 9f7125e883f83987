import { isRecord } from '@portico/core/kit'
import { CapabilityMissingError, WalletAnswerError, type NetworkId } from '@portico/core'
import type { NetworkCapabilities } from '@portico/core/calls'
import type { AccountTarget } from '@portico/core/kit'
import { networkIdOf, readChainId, type Provider } from '../implementation/provider.js'
import { askForCalls } from './errors.js'

const method = 'wallet_getCapabilities'

/**
 * What an account can do on each network; nothing where the wallet has no such method. What it says of all networks (`0x0`) holds
 * for each of `known`.
 * @throws WalletAnswerError, WalletRequestError
 */
export async function getCapabilities(
  provider: Provider,
  { address }: AccountTarget,
  known: readonly NetworkId[],
): Promise<Readonly<Record<NetworkId, NetworkCapabilities>>> {
  const answer = await askForCalls(provider, method, [address]).catch((error: unknown) => {
    if (error instanceof CapabilityMissingError) return {}
    throw error
  })
  if (!isRecord(answer)) throw new WalletAnswerError({ method })
  const everywhere = Object.entries(answer).flatMap(([chainId, able]) => (/^(0x)?0+$/.test(chainId) && isRecord(able) ? [able] : []))
  const named = Object.entries(answer).flatMap(([chainId, able]) => {
    const id = readChainId(chainId)
    return id !== undefined && isRecord(able) ? [[networkIdOf(id), able] as const] : []
  })
  const ids = new Set([...(everywhere.length > 0 ? known : []), ...named.map(([id]) => id)])
  const own = Object.fromEntries(named)
  return Object.fromEntries([...ids].map((id) => [id, read(Object.assign({}, ...everywhere, own[id]))]))
}

/** Leaves out what is not as the standards write it, of the capabilities that they name. */
function read(said: Readonly<Record<string, unknown>>): NetworkCapabilities {
  const { atomic, atomicBatch, paymasterService, auxiliaryFunds, flowControl, ...others } = said
  const status = readAtomic(atomic) ?? readOldAtomic(atomicBatch)
  const pays = readSupported(paymasterService)
  const funds = readSupported(auxiliaryFunds)
  const flow = readFlow(flowControl)
  return {
    ...others,
    ...(status && { atomic: { status } }),
    ...(pays && { paymasterService: pays }),
    ...(funds && { auxiliaryFunds: funds }),
    ...(flow && { flowControl: flow }),
  }
}

const atomicStatuses = ['supported', 'ready', 'unsupported'] as const
const readAtomic = (value: unknown) => atomicStatuses.find((status) => isRecord(value) && value['status'] === status)

/** Before version 2: `atomicBatch: { supported: true }`. */
const readOldAtomic = (value: unknown) => {
  const old = readSupported(value)
  return old && (old.supported ? 'supported' : 'unsupported')
}

function readSupported(value: unknown): (Readonly<Record<string, unknown>> & { readonly supported: boolean }) | undefined {
  if (!isRecord(value)) return undefined
  const { supported, ...more } = value
  return typeof supported === 'boolean' ? { ...more, supported } : undefined
}

const flowModes = ['rollback', 'halt', 'continue'] as const

function readFlow(value: unknown): NetworkCapabilities['flowControl'] {
  if (!isRecord(value)) return undefined
  const levels = (['none', 'loose', 'strict'] as const).flatMap((level) => {
    const modes = value[level]
    return Array.isArray(modes) ? [[level, flowModes.filter((mode) => modes.includes(mode))] as const] : []
  })
  return levels.length > 0 ? Object.fromEntries(levels) : undefined
}
