import { matches } from '../wallet/behaviours.js'
import type { RequestMatch, WalletRequest } from '../wallet/types.js'
import type { MethodEntry, MethodTable } from './core.js'
import { leatherMethods } from './dialects/leather.js'
import { satsMethods } from './dialects/sats.js'
import { standardMethods } from './dialects/standard.js'
import { okxMethods, unisatMethods } from './dialects/unisat.js'
import type { Dialect } from './types.js'

/** The methods of every dialect beside the Wallet Standard. */
export const dialects: Readonly<Record<Dialect, MethodTable>> = {
  sats: satsMethods,
  unisat: unisatMethods,
  okx: okxMethods,
  leather: leatherMethods,
}

const isDialect = (name: string): name is Dialect => Object.hasOwn(dialects, name)

/** The dialect of a request, and its method without that. */
export function nameParts(method: string): { readonly dialect: Dialect | 'standard'; readonly name: string } {
  const [dialect = '', name = ''] = method.split(':')
  return { dialect: isDialect(dialect) ? dialect : 'standard', name }
}

function kindOf(method: string): MethodEntry['kind'] {
  const { dialect, name } = nameParts(method)
  return dialect === 'standard' ? standardMethods([])[method]?.kind : dialects[dialect][name]?.kind
}

/** Whether a request is meant: by its name, by that without its dialect, or by what it is for. */
export function isMeant(match: RequestMatch | undefined, request: WalletRequest): boolean {
  if (typeof match !== 'string') return matches(match, request)
  const { method } = request
  return method === match || nameParts(method).name === match || kindOf(method) === match
}
