import { subjectOf } from './claims.js'
import type { Evil } from './evil.js'
import type { Person } from './people.js'

/** What is particular about a provider without OpenID Connect: its paths, and the field names of its answers. */
export interface PlainProvider {
  readonly name: 'github' | 'facebook' | 'x' | 'discord'
  readonly authorize: string
  readonly token: string
  readonly user: string
  /** Whether a login without PKCE is refused. */
  readonly requiresPkce: boolean
  /** How the client says who it is at the token endpoint. */
  readonly authentication: 'basic' | 'post' | 'either'
  /** GitHub answers an error with 200. */
  readonly errorStatus: 200 | 400
  readonly userJson: (person: Person, evil?: Evil) => Record<string, unknown>
  /** Further paths, such as GitHub's addresses. */
  readonly more?: Readonly<Record<string, (person: Person) => unknown>>
}

export const plainProviders: readonly PlainProvider[] = [
  {
    name: 'github',
    authorize: '/github/login/oauth/authorize',
    token: '/github/login/oauth/access_token',
    user: '/github/user',
    requiresPkce: false,
    authentication: 'post',
    errorStatus: 200,
    userJson: (person, evil) => ({
      login: person.userName,
      id: Number(subjectOf('github', person, evil)),
      type: 'User',
      name: person.name,
      email: null,
    }),
    more: {
      '/github/user/emails': ({ email, emailVerified }) =>
        email ? [{ email, primary: true, verified: emailVerified, visibility: 'private' }] : [],
    },
  },
  {
    name: 'facebook',
    authorize: '/facebook/v23.0/dialog/oauth',
    token: '/facebook/v23.0/oauth/access_token',
    user: '/facebook/v23.0/me',
    requiresPkce: false,
    authentication: 'post',
    errorStatus: 400,
    userJson: (person, evil) => ({
      id: subjectOf('facebook', person, evil),
      name: person.name,
      ...(person.email && { email: person.email }),
    }),
  },
  {
    name: 'x',
    authorize: '/x/i/oauth2/authorize',
    token: '/x/2/oauth2/token',
    user: '/x/2/users/me',
    requiresPkce: true,
    authentication: 'basic',
    errorStatus: 400,
    userJson: (person, evil) => ({ data: { id: subjectOf('x', person, evil), name: person.name, username: person.userName } }),
  },
  {
    name: 'discord',
    authorize: '/discord/oauth2/authorize',
    token: '/discord/api/oauth2/token',
    user: '/discord/api/users/@me',
    requiresPkce: false,
    authentication: 'either',
    errorStatus: 400,
    userJson: (person, evil) => ({
      id: subjectOf('discord', person, evil),
      username: person.userName,
      discriminator: '0',
      global_name: person.name,
      email: person.email ?? null,
      verified: person.emailVerified,
    }),
  },
]
