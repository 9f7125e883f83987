import type { LoginMethod } from '@portico/core/embedded'

/** Ways to log in by an account elsewhere. */
export type SocialName = Exclude<LoginMethod, 'email'>

/** Their own names: the same in every language. */
export const socialNames: Readonly<Record<SocialName, string>> = {
  google: 'Google',
  x: 'X',
  discord: 'Discord',
  apple: 'Apple',
  github: 'GitHub',
  facebook: 'Facebook',
  farcaster: 'Farcaster',
}
