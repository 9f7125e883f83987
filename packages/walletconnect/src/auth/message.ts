import { composeSignInMessage, recapStatement } from '@portico/siwx'
import { addressOfAccount, chainOfAccount } from '../peer/namespaces.js'
import { accountOfIssuer, type AuthPayload, type CacaoPayload } from './cacao.js'

/** The payload as one account signs it. */
export function cacaoPayload({ chains: _chains, type: _type, ...payload }: AuthPayload, iss: string): CacaoPayload {
  return { ...payload, iss }
}

/**
 * The text that an account signs (EIP-4361, with the sentence of ERC-5573 when something is authorised).
 * @example const text = authMessage(payload, `did:pkh:eip155:8453:${address}`) // for personal_sign
 */
export function authMessage(payload: AuthPayload | CacaoPayload, iss: string): string {
  const account = accountOfIssuer(iss)
  const [namespace = '', chainId] = chainOfAccount(account).split(':')
  const { domain, aud: uri, version, nonce, iat, exp, nbf, requestId, resources } = payload
  const said = payload.statement ?? ''
  const sentence = recapStatement(resources)
  return composeSignInMessage({
    namespace,
    domain,
    address: addressOfAccount(account),
    // Wallets that allow less than was asked write the sentence of what they allow into the statement themselves.
    statement: sentence && said.endsWith(sentence) ? said : [said, sentence].filter(Boolean).join(' '),
    uri,
    version,
    chainId,
    nonce,
    issuedAt: iat,
    expirationTime: exp || undefined,
    notBefore: nbf || undefined,
    requestId: requestId || undefined,
    resources: resources?.length ? resources : undefined,
  })
}
