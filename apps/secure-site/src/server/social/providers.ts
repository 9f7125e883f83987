import type { SocialProvider } from '@portico/core/embedded'
import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import type { ProviderConfig } from './config.js'
import { type Identity, provenEmail, shownName } from './identity.js'

/** Reads JSON from one of the provider's addresses with the visitor's access token. @throws Error */
export type ReadJson = (url: string) => Promise<unknown>

interface CommonProvider {
  readonly issuer: string
  readonly scope: string
  /** Further fields of the authorization request. */
  readonly extra?: Readonly<Record<string, string>>
  /** How the client says who it is at the token endpoint. */
  readonly authentication: 'basic' | 'post'
  /** Whether the answer comes as a form that the provider's page posts. */
  readonly formPost?: boolean
}

/** Says who somebody is in a signed id_token (OpenID Connect Core 1.0). Its addresses are discovered. */
export interface OpenIdProvider extends CommonProvider {
  readonly kind: 'openid'
}

/** Says who somebody is at an address of its own (OAuth 2). */
export interface PlainProvider extends CommonProvider {
  readonly kind: 'plain'
  readonly authorizationEndpoint: string
  readonly tokenEndpoint: string
  /** Who the access token is for. `subject` never changes, whatever name or address somebody takes. */
  readonly identify: (read: ReadJson, parameters: { config: ProviderConfig; accessToken: string }) => Promise<Omit<Identity, 'issuer'>>
}

export type ProviderFacts = OpenIdProvider | PlainProvider

const text = z.string().check(z.minLength(1), z.maxLength(255))
const nullable = z.optional(z.nullable(z.string()))

const githubUser = z.object({ id: z.number(), login: text, name: nullable })
const githubEmails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))
const facebookUser = z.object({ id: text, name: nullable })
const xUser = z.object({ data: z.object({ id: text, username: text, confirmed_email: nullable }) })
const discordUser = z.object({ id: text, username: text, global_name: nullable, email: nullable, verified: z.optional(z.boolean()) })

/** What each provider's own documents say. */
export const providers: Readonly<Record<SocialProvider, ProviderFacts>> = {
  google: {
    kind: 'openid',
    issuer: 'https://accounts.google.com',
    scope: 'openid email profile',
    extra: { prompt: 'select_account' },
    authentication: 'post',
  },
  apple: {
    kind: 'openid',
    issuer: 'https://appleid.apple.com',
    scope: 'openid name email',
    // Without it Apple gives neither name nor address.
    extra: { response_mode: 'form_post' },
    authentication: 'post',
    formPost: true,
  },
  github: {
    kind: 'plain',
    issuer: 'https://github.com/login/oauth',
    scope: 'read:user user:email',
    authentication: 'post',
    authorizationEndpoint: 'https://github.com/login/oauth/authorize',
    tokenEndpoint: 'https://github.com/login/oauth/access_token',
    identify: async (read, { config }) => {
      const user = githubUser.parse(await read(config.userEndpoint ?? 'https://api.github.com/user'))
      const emails = githubEmails.parse(await read(config.emailsEndpoint ?? 'https://api.github.com/user/emails'))
      const primary = emails.find((each) => each.primary)
      return { subject: String(user.id), ...shownName(user.name ?? user.login), ...provenEmail(primary?.email, primary?.verified) }
    },
  },
  facebook: {
    kind: 'plain',
    issuer: 'https://www.facebook.com',
    scope: 'public_profile',
    authentication: 'post',
    authorizationEndpoint: 'https://www.facebook.com/v23.0/dialog/oauth',
    tokenEndpoint: 'https://graph.facebook.com/v23.0/oauth/access_token',
    identify: async (read, { config, accessToken }) => {
      const url = new URL(config.userEndpoint ?? 'https://graph.facebook.com/v23.0/me')
      url.searchParams.set('fields', 'id,name')
      // Shows that the token is used by who it was given to.
      if (config.clientSecret)
        url.searchParams.set('appsecret_proof', createHmac('sha256', config.clientSecret).update(accessToken).digest('hex'))
      const user = facebookUser.parse(await read(url.href))
      return { subject: user.id, ...shownName(user.name) }
    },
  },
  x: {
    kind: 'plain',
    issuer: 'https://x.com',
    scope: 'users.read tweet.read',
    authentication: 'basic',
    authorizationEndpoint: 'https://x.com/i/oauth2/authorize',
    tokenEndpoint: 'https://api.x.com/2/oauth2/token',
    identify: async (read, { config }) => {
      const url = new URL(config.userEndpoint ?? 'https://api.x.com/2/users/me')
      if (config.scope?.split(' ').includes('users.email')) url.searchParams.set('user.fields', 'confirmed_email')
      const { data } = xUser.parse(await read(url.href))
      return { subject: data.id, ...shownName(data.username), ...provenEmail(data.confirmed_email, true) }
    },
  },
  discord: {
    kind: 'plain',
    issuer: 'https://discord.com',
    scope: 'identify email',
    authentication: 'post',
    authorizationEndpoint: 'https://discord.com/oauth2/authorize',
    tokenEndpoint: 'https://discord.com/api/oauth2/token',
    identify: async (read, { config }) => {
      const user = discordUser.parse(await read(config.userEndpoint ?? 'https://discord.com/api/users/@me'))
      return { subject: user.id, ...shownName(user.global_name ?? user.username), ...provenEmail(user.email, user.verified) }
    },
  },
}
