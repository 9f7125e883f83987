import { type SocialProvider, socialProviders } from '@portico/core/embedded'
import { inWords, OptionsError } from '@portico/service'
import { type FarcasterSettings, farcasterSettings } from '@portico/service/farcaster'
import { isSafeEndpoint } from '@portico/service/http'
import * as z from 'zod/mini'

/** An http address is for this machine alone; everything else has to be https. */
const endpoint = z.string().check(z.refine(isSafeEndpoint, 'not an https URL (http on a loopback host alone)'))

/** A provider as the operator has registered with it. Addresses are the provider's own unless told. */
const provider = z.strictObject({
  clientId: z.string().check(z.minLength(1)),
  /** For Apple alternatively `appleKey`, from which the secret is made for each login. */
  clientSecret: z.optional(z.string().check(z.minLength(1))),
  appleKey: z.optional(
    z.strictObject({
      teamId: z.string().check(z.minLength(1)),
      keyId: z.string().check(z.minLength(1)),
      /** The `.p8` file's text: PKCS #8 of a P-256 key. */
      privateKey: z.string().check(z.startsWith('-----BEGIN PRIVATE KEY-----', 'not a PKCS #8 key in PEM')),
    }),
  ),
  issuer: z.optional(endpoint),
  authorizationEndpoint: z.optional(endpoint),
  tokenEndpoint: z.optional(endpoint),
  userEndpoint: z.optional(endpoint),
  emailsEndpoint: z.optional(endpoint),
  scope: z.optional(z.string()),
})
export type ProviderConfig = z.infer<typeof provider>
export type SocialConfig = Partial<Readonly<Record<SocialProvider, ProviderConfig>>>

const social = z._default(z.partialRecord(z.enum(socialProviders), provider), {})

/** The login providers that the operator has set up. @throws OptionsError naming each option that can't be used */
export function resolveSocial(options: unknown): SocialConfig {
  const parsed = social.safeParse(options, inWords())
  if (!parsed.success) throw refused('social', parsed.error.issues)
  for (const [name, { clientSecret, appleKey }] of Object.entries(parsed.data)) {
    if ((clientSecret === undefined) === (appleKey === undefined) || (appleKey && name !== 'apple')) {
      const wanted = name === 'apple' ? 'either clientSecret or appleKey is needed' : 'clientSecret is needed'
      throw new OptionsError(`social.${name}: ${wanted}`)
    }
  }
  return parsed.data
}

const farcaster = z.optional(farcasterSettings)

/** Undefined where the operator has not set Farcaster up. @throws OptionsError */
export function resolveFarcaster(options: unknown): FarcasterSettings | undefined {
  const parsed = farcaster.safeParse(options, inWords())
  if (!parsed.success) throw refused('farcaster', parsed.error.issues)
  return parsed.data
}

function refused(option: string, issues: readonly z.core.$ZodIssue[]): OptionsError {
  return new OptionsError(issues.map(({ path, message }) => `${[option, ...path].join('.')}: ${message}`).join('\n'))
}
