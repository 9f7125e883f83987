export { readVaultOptions } from './env.js'
export type { DelayOptions, VaultOptions } from './options.js'
export { type Vault, createVault, migrations } from './vault.js'
