import { createVerifier } from '@portico/service/signing'
import * as z from 'zod/mini'

/** A session as the gateway tells of it. Times are milliseconds since 1970. */
const session = z.object({
  account: z.string(),
  scope: z.enum(['namespace', 'chain']),
  signedInAt: z.number(),
  expiresAt: z.number(),
})
const answer = z.object({ token_introspection: z.object({ active: z.boolean(), sessions: z._default(z.array(session), []) }) })

export type GatewaySession = z.infer<typeof session>

export interface GatewayMembersParameters {
  /** Origin of the gateway. It signs as that. */
  url: string
  /** Whom its answers are for: this site. */
  audience: string
}

/**
 * Asks a gateway whom a page's token stands for, as the API of a site does that signs visitors in there. The answer is signed (RFC 9701).
 * @returns a reader of tokens: none for one that is not good, or not any more. It throws where the gateway does not answer
 */
export function gatewayMembers({ url, audience }: GatewayMembersParameters): (token: string) => Promise<readonly GatewaySession[]> {
  const read = createVerifier({
    keys: `${url}/v1/siwx/jwks.json`,
    issuer: url,
    audience,
    schema: answer,
    clock: () => Date.now(),
    code: 'gateway',
    type: 'token-introspection+jwt',
    fetch: globalThis.fetch,
  })
  return async (token) => {
    const response = await fetch(`${url}/v1/siwx/session`, { headers: { authorization: `Bearer ${token}` } })
    if (response.status === 401) return []
    const { token_introspection: said } = await read(await response.text())
    return said.active ? said.sessions : []
  }
}
