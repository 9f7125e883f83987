import { goLive, type NetworkId, type Portico } from '@portico/core'
import { onePressOf, within, type SignedIn } from '@portico/core/kit'
import { accountOfIssuer, type Cacao } from '../auth/cacao.js'
import { authMessage } from '../auth/message.js'
import type { SignInRequest } from '../client/signIn.js'
import { addressOfAccount, chainOfAccount } from '../peer/namespaces.js'

/** How long the site may take to say what is to be signed, in milliseconds. A visitor who waits longer is only connected. */
const offerTimeout = 5_000

/** What the site wants its visitors to sign in with now; undefined where it wants nothing, or does not say. */
export async function signInNow(portico: Portico, methods: readonly string[]): Promise<SignInRequest | undefined> {
  const ask = async () => {
    await goLive(portico) // a code may be prepared before the site's sign-in is there
    return onePressOf.peek(portico)?.offer(['eip155'])
  }
  const offer = await within(ask(), offerTimeout)
  const chains = offer?.chains.filter((chain) => chain.startsWith('eip155:')) ?? []
  if (!offer || chains.length === 0) return undefined
  const { domain, uri, nonce, issuedAt, expirationTime, statement, resources } = offer
  return {
    chains,
    domain,
    aud: uri,
    nonce,
    iat: issuedAt,
    exp: expirationTime,
    ...(statement && { statement }),
    ...(resources && { resources }),
    methods,
  }
}

/** The texts that a wallet signed, one for each chain. */
export function signedIn(cacaos: readonly Cacao[]): readonly SignedIn[] {
  return cacaos.map(({ p, s }) => {
    const account = accountOfIssuer(p.iss)
    const networkId = chainOfAccount(account) as NetworkId // an issuer is one of the chains that were asked for
    return { message: authMessage(p, p.iss), signature: s.s, networkId, address: addressOfAccount(account) }
  })
}
