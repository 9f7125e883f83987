import { addressOfAccount, chainOfAccount } from '../peer/namespaces.js'
import { accountOfIssuer, type AuthPayload, type CacaoPayload } from './cacao.js'
import { recapStatement } from './recap.js'

/** The payload as one account signs it. */
export function cacaoPayload({ chains: _chains, type: _type, ...payload }: AuthPayload, iss: string): CacaoPayload {
  return { ...payload, iss }
}

/** The text that an account signs (EIP-4361, with the sentence of ERC-5573 when something is authorised). */
export function authMessage(payload: AuthPayload | CacaoPayload, iss: string): string {
  const account = accountOfIssuer(iss)
  const chain = chainOfAccount(account)
  const statement = [payload.statement, recapStatement(payload.resources)].filter(Boolean).join(' ')
  const lines = [
    `${payload.domain} wants you to sign in with your ${chain.startsWith('eip155:') ? 'Ethereum ' : ''}account:`,
    addressOfAccount(account),
    '',
    ...(statement ? [statement, ''] : []),
    `URI: ${payload.aud}`,
    `Version: ${payload.version}`,
    `Chain ID: ${chain.slice(chain.indexOf(':') + 1)}`,
    `Nonce: ${payload.nonce}`,
    `Issued At: ${payload.iat}`,
    ...(payload.exp ? [`Expiration Time: ${payload.exp}`] : []),
    ...(payload.nbf ? [`Not Before: ${payload.nbf}`] : []),
    ...(payload.requestId ? [`Request ID: ${payload.requestId}`] : []),
    ...(payload.resources?.length ? [`Resources:`, ...payload.resources.map((resource) => `- ${resource}`)] : []),
  ]
  return lines.join('\n')
}
