import type { IdentifierString, Wallet } from '@wallet-standard/base'
import { createStandardFace, type StandardConfig } from '../shared/standard.js'
import type { Eip1193Provider } from '../wallet/types.js'

/** The Wallet Standard wallet of a Bitcoin wallet, over a way to it. */
export function createBitcoinFace(config: StandardConfig, port: Pick<Eip1193Provider, 'request' | 'on'>): Wallet {
  return withBitcoinFeatures(config, port, createStandardFace)
}

/**
 * `bitcoin:events` and `bitcoin:disconnect` are what `standard:events` and `standard:disconnect` are, under names of their
 * own. A wallet has them also where it lacks the others.
 *
 * The bridge for drivers sends this function to the page as text, so it refers to nothing outside itself.
 */
export function withBitcoinFeatures(
  config: StandardConfig,
  port: Pick<Eip1193Provider, 'request' | 'on'>,
  createFace: typeof createStandardFace,
): Wallet {
  const standardOnes = {
    'standard:events': { version: '1.0.0', method: 'on' },
    'standard:disconnect': { version: '1.0.0', method: 'disconnect' },
  }
  const face = createFace({ ...config, features: { ...config.features, ...standardOnes } }, port)
  const features: Record<IdentifierString, unknown> = {}
  for (const name of Object.keys(config.features)) {
    const source = name.replace(/^bitcoin:(events|disconnect)$/, 'standard:$1')
    Object.assign(features, { [name]: Reflect.get(face.features, source) })
  }
  return Object.freeze({
    version: face.version,
    name: face.name,
    icon: face.icon,
    chains: face.chains,
    features: Object.freeze(features),
    get accounts() {
      return face.accounts
    },
  })
}
