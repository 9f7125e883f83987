export { readVaultOptions } from './env.js'
export type { DelayOptions, VaultOptions } from './options.js'
export { createVault, type Vault } from './vault.js'
