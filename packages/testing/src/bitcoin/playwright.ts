import { createFaceBridge } from '../shared/bridge.js'
import { installBridge, type WalletBrowserContext, type WalletPage } from '../shared/install.js'
import { createStandardFace, registerFace, type RegisterOptions } from '../shared/standard.js'
import { createBitcoinWallet } from './createBitcoinWallet.js'
import { faceConfig, type FaceName, type ListOptions } from './faces.js'
import { placeProvider } from './placeProvider.js'
import { withBitcoinFeatures } from './standardFace.js'
import type { BitcoinWalletOptions, HeadlessBitcoinWallet } from './types.js'

/** How the wallet shows itself in the page. */
export interface InstallBitcoinOptions {
  /** Its faces. Default: the Wallet Standard alone. */
  readonly faces?: readonly ('standard' | FaceName)[]
  /** See {@link RegisterOptions} and {@link ListOptions}. */
  readonly shown?: Pick<ListOptions & RegisterOptions, 'late' | 'entry'>
}

/**
 * Installs a Bitcoin wallet in a page, or in every page of a context, from their next load on. The wallet lives in this
 * process with its keys; pages get thin faces, with bytes, errors, garbage and events as they are. It outlives reloads, and
 * all pages of a context see the same wallet with the same permissions. Call it before `page.goto`.
 * @example
 * const wallet = await installBitcoinWallet(context, { faces: ['standard', 'unisat'], esploraUrl: 'http://127.0.0.1:3002' })
 * wallet.script('signMessage', reject())
 */
export async function installBitcoinWallet(
  target: WalletPage | WalletBrowserContext,
  options: (BitcoinWalletOptions & InstallBitcoinOptions) | (InstallBitcoinOptions & { readonly wallet: HeadlessBitcoinWallet }) = {},
): Promise<HeadlessBitcoinWallet> {
  const wallet = 'wallet' in options ? options.wallet : createBitcoinWallet(options)
  const { faces = ['standard'], shown = {} } = options
  const placed = faces.flatMap((face) => (face === 'standard' ? [] : [faceConfig(wallet, face, shown)]))
  const standard = faces.includes('standard') && {
    config: wallet.config,
    registered: shown.late === undefined ? {} : { late: shown.late },
  }
  const functions = [registerFace, withBitcoinFeatures, createStandardFace, placeProvider].map(String)
  const bridge = createFaceBridge({
    id: `bitcoin:${wallet.info.uuid}`,
    port: wallet.port,
    face: `(port, config) => (${String(showFaces)})(${['port', 'config', ...functions.map((text) => `(${text})`)].join(', ')})`,
    config: { standard, placed },
  })
  await installBridge(target, bridge, wallet.listen)
  return wallet
}

interface ShownFaces {
  readonly standard: false | { readonly config: HeadlessBitcoinWallet['config']; readonly registered: RegisterOptions }
  readonly placed: readonly Parameters<typeof placeProvider>[1][]
}

/** Runs in the page. Sent there as text, so it refers to nothing outside itself. */
function showFaces(
  port: Parameters<typeof placeProvider>[0],
  { standard, placed }: ShownFaces,
  register: typeof registerFace,
  withFeatures: typeof withBitcoinFeatures,
  createFace: typeof createStandardFace,
  place: typeof placeProvider,
): void {
  if (standard) register(withFeatures(standard.config, port, createFace), standard.registered)
  for (const config of placed) place(port, config)
}
