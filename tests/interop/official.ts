import type { Environment, Shown } from './types.js'

interface OfficialSession {
  readonly topic: string
  readonly namespaces: Readonly<Record<string, { readonly accounts: readonly string[] }>>
  readonly expiry: number
  readonly peer: { readonly metadata: { readonly name: string } }
}

export const showOfficial = ({ topic, namespaces, expiry, peer }: OfficialSession): Shown => ({
  topic,
  accounts: Object.values(namespaces).flatMap(({ accounts }) => accounts),
  expiry,
  peer: peer.metadata.name,
})

/** What the official clients are made with, each time anew on what the first one stored. */
export function officialOptions({ relayUrl }: Environment, name: string) {
  const items = new Map<string, unknown>()
  const storage = {
    getKeys: async () => [...items.keys()],
    getEntries: async <T>() => [...items.entries()] as [string, T][], // the type is whatever the client stored
    getItem: async <T>(key: string) => structuredClone(items.get(key)) as T | undefined,
    setItem: async (key: string, value: unknown) => void items.set(key, structuredClone(value)),
    removeItem: async (key: string) => void items.delete(key),
  }
  return { projectId: 'portico', relayUrl, storage, customStoragePrefix: name, logger: 'silent', telemetryEnabled: false }
}

interface Core {
  readonly heartbeat: { readonly stop: () => void }
  readonly relayer: { readonly transportClose: () => Promise<void> }
  readonly verify: { register: (request: never) => Promise<string | undefined> }
}

/** Neither side asks a foreign host to attest where it is: it would wait five seconds for one that is not there. */
export function forgetVerify({ verify }: Core): void {
  verify.register = async () => ''
}

export async function leave({ heartbeat, relayer }: Core): Promise<void> {
  heartbeat.stop()
  await relayer.transportClose()
}

export const goodbye = { code: 6000, message: 'User disconnected.' }
