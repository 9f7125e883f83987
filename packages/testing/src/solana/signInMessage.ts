import type { SolanaSignInInput } from '@solana/wallet-standard-features'

/** The fields after the statement, in the order of EIP-4361. */
const fields = [
  ['uri', 'URI'],
  ['version', 'Version'],
  ['chainId', 'Chain ID'],
  ['nonce', 'Nonce'],
  ['issuedAt', 'Issued At'],
  ['expirationTime', 'Expiration Time'],
  ['notBefore', 'Not Before'],
  ['requestId', 'Request ID'],
] as const

/**
 * The text that Sign In With Solana signs: EIP-4361's, with Solana in place of Ethereum. What the site left out is left out.
 * @see https://github.com/phantom/sign-in-with-solana
 */
export function signInText(input: SolanaSignInInput & { readonly domain: string; readonly address: string }): string {
  const lines = fields.flatMap(([field, label]) => (input[field] ? [`${label}: ${input[field]}`] : []))
  if (input.resources && input.resources.length > 0) {
    lines.push('Resources:', ...input.resources.map((resource) => `- ${resource}`))
  }
  const head = `${input.domain} wants you to sign in with your Solana account:\n${input.address}`
  return [head, input.statement, lines.join('\n')].filter(Boolean).join('\n\n')
}
