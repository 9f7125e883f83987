import { composeSignInMessage } from '@portico/siwx'
import type { SolanaSignInInput } from '@solana/wallet-standard-features'

/**
 * The text that Sign In With Solana signs. What the site left out, or left empty, is left out.
 * @see https://github.com/phantom/sign-in-with-solana
 */
export function signInText(input: SolanaSignInInput & { readonly domain: string; readonly address: string }): string {
  const { resources, ...fields } = input
  const said = Object.fromEntries(Object.entries(fields).filter(([, value]) => value))
  return composeSignInMessage({
    ...said,
    namespace: 'solana',
    domain: input.domain,
    address: input.address,
    ...(resources && resources.length > 0 && { resources }),
  })
}
