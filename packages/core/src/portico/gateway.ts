import * as z from 'zod/mini'
import { namespaceOf, type NetworkId } from '../kit/caip/ids.js'
import { HttpStatusError } from '../kit/http/errors.js'
import { request } from '../kit/http/request.js'
import type { Portico } from './createPortico.js'
import { queryClientOf, staleAfter } from './query.js'

/** How long the answer of which chains the gateway serves is taken for good, in milliseconds. */
export const chainsLifetime = 5 * 60_000

const chainsAnswer = z.object({ http: z.array(z.string()) })

/**
 * Whether the gateway at `apiUrl` tells what accounts of a network own and did. Where it does not, the chain itself is asked. One
 * that knows no such call, as a mere directory of wallets, serves none. @throws {@link RequestError} when that can't be learned
 */
export async function isServed(portico: Portico, networkId: NetworkId): Promise<boolean> {
  if (!portico.options.apiUrl) return false
  const chains = await queryClientOf(portico).fetchQuery({
    queryKey: ['supportedChains'],
    queryFn: async ({ signal }) => {
      try {
        return (await request(portico, { path: '/v1/supported-chains', schema: chainsAnswer, signal })).http
      } catch (error) {
        if (error instanceof HttpStatusError && error.status === 404) return []
        throw error
      }
    },
    staleTime: staleAfter(chainsLifetime),
    retry: false, // the transport repeats by itself
    networkMode: 'always',
  })
  return chains.includes(networkId) || chains.includes(namespaceOf(networkId))
}

/** A picture's address below the gateway, whole; undefined for every other: nobody else learns who looks at what (S35). */
export function gatewayPicture({ options: { apiUrl } }: Portico, url: string | null | undefined): string | undefined {
  if (!apiUrl || !url || url.length > 2048) return undefined
  const base = `${apiUrl.replace(/\/$/, '')}/`
  const text = /^\/[^/\\]/.test(url) ? base + url.slice(1) : url
  if (!URL.canParse(text) || !URL.canParse(base)) return undefined
  const { href } = new URL(text)
  return href.startsWith(new URL(base).href) ? href : undefined
}
