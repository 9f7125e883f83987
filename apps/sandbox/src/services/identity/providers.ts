/** The providers that the sandbox stands in for. `oidc`: with an id_token; the others are OAuth 2 alone, as in the world. */
export const identityProviders = ['google', 'apple', 'github', 'facebook', 'x', 'discord'] as const
export type IdentityProvider = (typeof identityProviders)[number]

/** The client that every provider knows. Both values are public: they open nothing but the sandbox. */
export function identityClient(provider: IdentityProvider): { clientId: string; clientSecret: string } {
  return { clientId: `portico-${provider}`, clientSecret: `sandbox-secret-of-portico-at-${provider}` }
}

/** The vault's own client, at the two that give ID tokens: what the secure site is given opens nothing at the vault. */
export function vaultClient(provider: 'google' | 'apple'): { clientId: string } {
  return { clientId: `portico-vault-${provider}` }
}

/** What a vault has to be told, so that it asks the sandbox instead of the world. `url` is the identity service's. */
export function vaultSettings(url: string) {
  return {
    google: { ...vaultClient('google'), issuer: `${url}/google` },
    apple: { ...vaultClient('apple'), issuer: `${url}/apple` },
  } as const
}

/** What a secure site has to be told, so that it asks the sandbox instead of the world. `url` is the identity service's. */
export function identitySettings(url: string) {
  return {
    google: { ...identityClient('google'), issuer: `${url}/google` },
    apple: { ...identityClient('apple'), issuer: `${url}/apple` },
    github: {
      ...identityClient('github'),
      issuer: `${url}/github`,
      authorizationEndpoint: `${url}/github/login/oauth/authorize`,
      tokenEndpoint: `${url}/github/login/oauth/access_token`,
      userEndpoint: `${url}/github/user`,
      emailsEndpoint: `${url}/github/user/emails`,
    },
    facebook: {
      ...identityClient('facebook'),
      issuer: `${url}/facebook`,
      authorizationEndpoint: `${url}/facebook/v23.0/dialog/oauth`,
      tokenEndpoint: `${url}/facebook/v23.0/oauth/access_token`,
      userEndpoint: `${url}/facebook/v23.0/me`,
    },
    x: {
      ...identityClient('x'),
      issuer: `${url}/x`,
      authorizationEndpoint: `${url}/x/i/oauth2/authorize`,
      tokenEndpoint: `${url}/x/2/oauth2/token`,
      userEndpoint: `${url}/x/2/users/me`,
    },
    discord: {
      ...identityClient('discord'),
      issuer: `${url}/discord`,
      authorizationEndpoint: `${url}/discord/oauth2/authorize`,
      tokenEndpoint: `${url}/discord/api/oauth2/token`,
      userEndpoint: `${url}/discord/api/users/@me`,
    },
  } as const
}
