export { createFaceBridge, type FaceBridge, type FaceBridgeOptions } from './bridge.js'
export { decode, encode } from './codec.js'
export { installBridge, type WalletBrowserContext, type WalletFrame, type WalletPage } from './install.js'
export { createPersonCore, extendPerson, type ChainSide, type PersonCore } from './person.js'
export {
  createStandardFace,
  registerFace,
  standardIcon,
  type RegisterOptions,
  type StandardAccount,
  type StandardConfig,
  type StandardFeature,
} from './standard.js'
export type { HeadlessPerson, PersonOptions, PersonState } from './types.js'
