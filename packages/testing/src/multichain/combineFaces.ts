import type { IdentifierString, Wallet, WalletAccount } from '@wallet-standard/base'

/**
 * Several Wallet Standard wallets as one, each of them for a chain family of its own: all features on one object, and the
 * accounts of all. `standard:connect` asks the first, and takes from the others what they permit by then. A family that was
 * connected by a feature of its own (`bitcoin:connect`) stays when the rest leaves by `standard:disconnect`.
 *
 * The bridge for drivers sends this function to the page as text, so it refers to nothing outside itself.
 */
export function combineFaces(faces: readonly Wallet[]): Wallet {
  type Method = (...args: readonly unknown[]) => unknown
  const [first, ...others] = faces
  if (!first) throw new Error('A wallet speaks at least one chain.')
  /** Faces that were connected by a feature of their own. */
  const apart = new Set<Wallet>()
  let accounts: readonly WalletAccount[] = []

  const field = (value: unknown, key: string): unknown => Reflect.get(Object(value), key)
  const methodOf = (face: Wallet, feature: IdentifierString, method: string): Method => {
    const found = field(face.features[feature], method)
    if (typeof found !== 'function') throw new Error(`There is no ${feature}.`)
    return (...args) => Reflect.apply(found, undefined, args)
  }
  /** The same list until it is another, because sites compare by identity. */
  const all = () => {
    const now = faces.flatMap((face) => [...face.accounts])
    if (now.length !== accounts.length || now.some((account, index) => account !== accounts[index])) accounts = Object.freeze(now)
    return accounts
  }

  const connect = async (input?: unknown) => {
    const answer = await methodOf(first, 'standard:connect', 'connect')(...(input === undefined ? [] : [input]))
    if (!Array.isArray(field(answer, 'accounts'))) return answer
    for (const face of others) {
      const permitted = await methodOf(face, 'standard:connect', 'connect')({ silent: true })
      if (field(permitted, 'apart') === true) apart.add(face)
    }
    return { ...Object(answer), accounts: all() }
  }
  const disconnect = async () => {
    for (const face of faces) if (!apart.has(face)) await methodOf(face, 'standard:disconnect', 'disconnect')()
  }
  const on = (event: string, listener: (properties: unknown) => void) => {
    const heard = (properties: unknown) => {
      if (!Array.isArray(field(properties, 'accounts'))) return listener(properties)
      listener({ ...Object(properties), accounts: all() })
    }
    const offs = faces.map((face) => methodOf(face, 'standard:events', 'on')(event, heard))
    return () => {
      for (const off of offs) if (typeof off === 'function') off()
    }
  }

  const features: Record<IdentifierString, unknown> = {
    'standard:connect': Object.freeze({ version: '1.0.0', connect }),
    'standard:disconnect': Object.freeze({ version: '1.0.0', disconnect }),
    'standard:events': Object.freeze({ version: '1.0.0', on }),
  }
  for (const face of faces) {
    for (const [name, feature] of Object.entries(face.features)) {
      if (name.startsWith('standard:')) continue
      const [, method = ''] = name.split(':')
      const inner: unknown = field(feature, method)
      const marks = typeof inner === 'function' && (method === 'connect' || method === 'disconnect')
      const marked = async (...args: readonly unknown[]) => {
        const answer: unknown = typeof inner === 'function' ? await Reflect.apply(inner, undefined, args) : undefined
        if (method === 'connect') apart.add(face)
        else apart.delete(face)
        return answer
      }
      Object.assign(features, { [name]: marks ? Object.freeze({ ...Object(feature), [method]: marked }) : feature })
    }
  }
  return Object.freeze({
    version: first.version,
    name: first.name,
    icon: first.icon,
    chains: Object.freeze(faces.flatMap((face) => [...face.chains])),
    features: Object.freeze(features),
    get accounts() {
      return all()
    },
  })
}
