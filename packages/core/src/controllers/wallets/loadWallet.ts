import * as z from 'zod/mini'
import { HttpStatusError } from '../../kit/http/errors.js'
import { request, type RequestError } from '../../kit/http/request.js'
import type { Portico } from '../../portico/createPortico.js'
import type { WalletRecord } from '../../portico/options.js'
import { staleAfter } from '../../portico/query.js'
import { walletsLifetime } from './fetchWallets.js'
import { loadOwnLinks } from './loadOwnLinks.js'
import { directoryId, walletAnswer } from './schema.js'
import { findWallet, noteWallets, walletStore } from './store.js'

/**
 * The record of a wallet with all that can be known of it: the host's own and one that the directory told of already as they
 * are, else what the directory says now (`GET /v1/wallets/:id`), added to what was registered. Undefined where nobody knows
 * it. Without `apiUrl` nothing is asked.
 * @example const wallet = await loadWallet(portico, id) // asks the directory where it is not known
 * @throws {@link RequestError} when the directory cannot be asked; what `findWallet` answers is good all the same
 */
export async function loadWallet(portico: Portico, id: string, signal?: AbortSignal): Promise<WalletRecord | undefined> {
  const { apiUrl, wallets = [] } = portico.options
  const known = findWallet(portico, id)
  if (known && (wallets.includes(known) || walletStore(portico).getState().fetched.has(known.id))) return known
  if (!apiUrl || !z.safeParse(directoryId, id).success) return known
  try {
    const schema = walletAnswer(apiUrl, await loadOwnLinks())
    const answer = await request(portico, { path: `/v1/wallets/${id}`, schema, ...(signal && { signal }) })
    return answer.id === id ? noteWallets(portico, [answer])[0] : known
  } catch (error) {
    if (error instanceof HttpStatusError && error.status === 404) return known
    throw error
  }
}

/**
 * The same as a query, which has null where nobody knows the wallet: `useQuery(walletQuery(portico, walletId))`.
 * @example const wallet = await queryClient.fetchQuery(walletQuery(portico, walletId)) // null: nobody knows it
 */
export function walletQuery(portico: Portico, id: string) {
  return {
    queryKey: ['wallet', id] as const,
    queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<WalletRecord | null> =>
      (await loadWallet(portico, id, signal)) ?? null,
    staleTime: staleAfter(walletsLifetime),
    retry: false as const, // the transport repeats by itself
    networkMode: 'always' as const,
  }
}

export type LoadWalletError = RequestError
