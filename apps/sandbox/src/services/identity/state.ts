import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Evil } from './evil.js'
import type { Person } from './people.js'

/** An authorization code of one of the plain OAuth 2 providers. */
export interface Code {
  readonly provider: string
  readonly person: Person
  readonly redirectUri: string
  /** S256 of the verifier, where the client sent one. */
  readonly challenge?: string
}

/** Everything that the providers remember. A reset makes a new one. */
export interface IdentityState {
  /** Who logs in at once, without the page. */
  auto?: Person
  evil?: Evil
  readonly codes: Map<string, Code>
  /** Access tokens of the plain providers. */
  readonly tokens: Map<string, { provider: string; person: Person }>
  /** Codes that were given to a browser, newest last, by provider: what `code` injects. */
  readonly given: Map<string, string[]>
  /** Apple tells a name at the first login of a person only. */
  readonly named: Set<string>
  /** What oidc-provider stores, by model and id. */
  readonly models: Map<string, Map<string, AdapterPayload>>
}

export function createState(): IdentityState {
  return { codes: new Map(), tokens: new Map(), given: new Map(), named: new Set(), models: new Map() }
}

/**
 * oidc-provider's storage. Nothing expires: a sandbox does not run that long. A session of a browser is never found again, so
 * that each login asks who it is.
 */
export function createAdapter(state: () => IdentityState, prefix: string): (model: string) => Adapter {
  return (model) => {
    const key = `${prefix}:${model}`
    const entries = (): Map<string, AdapterPayload> => {
      const { models } = state()
      const found = models.get(key) ?? new Map<string, AdapterPayload>()
      models.set(key, found)
      return found
    }
    const find = (wanted: (payload: AdapterPayload) => boolean) => [...entries().values()].find(wanted)
    return {
      upsert: async (id, payload) => void entries().set(id, payload),
      find: async (id) => (model === 'Session' ? undefined : entries().get(id)),
      findByUserCode: async (userCode) => find((payload) => payload.userCode === userCode),
      findByUid: async (uid) => find((payload) => payload.uid === uid),
      consume: async (id) => {
        const payload = entries().get(id)
        if (payload) payload.consumed = Math.floor(Date.now() / 1000)
      },
      destroy: async (id) => void entries().delete(id),
      revokeByGrantId: async (grantId) => {
        for (const [id, payload] of entries()) if (payload.grantId === grantId) entries().delete(id)
      },
    }
  }
}
