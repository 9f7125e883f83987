import type { Row } from './types.js'

// Each side is loaded when its row is run: the official packages are large.
const porticoDapp: Row['dapp'] = async (environment) => (await import('./porticoDapp.js')).porticoDapp(environment)
const signClientDapp: Row['dapp'] = async (environment) => (await import('./signClientDapp.js')).signClientDapp(environment)
const universalProviderDapp: Row['dapp'] = async (environment) =>
  (await import('./universalProviderDapp.js')).universalProviderDapp(environment)
const headlessWallet: Row['wallet'] = async (environment) => (await import('./headlessWallet.js')).headlessWallet(environment)
const walletkitWallet: Row['wallet'] = async (environment) => (await import('./walletkitWallet.js')).walletkitWallet(environment)

/** Who meets whom. Versions are those of the catalog: the last ones under Apache-2.0. */
export const rows = {
  ours: { name: `Portico's client and Portico's wallet`, dapp: porticoDapp, wallet: headlessWallet },
  walletkit: { name: `Portico's client and walletkit`, dapp: porticoDapp, wallet: walletkitWallet },
  signClient: { name: `sign-client and Portico's wallet`, dapp: signClientDapp, wallet: headlessWallet },
  universalProvider: { name: `universal-provider and Portico's wallet`, dapp: universalProviderDapp, wallet: headlessWallet },
} as const satisfies Readonly<Record<string, Row>>

export type RowName = keyof typeof rows
