import { createFaceBridge, type FaceBridge } from '../shared/bridge.js'
import { announce, type AnnounceOptions } from './announce.js'
import type { Eip1193Provider, HeadlessWallet, WalletInfo } from './types.js'

/** What the face in the page has to know. Plain data. */
interface FaceConfig {
  readonly info: WalletInfo
  /** Properties of the provider beside those of EIP-1193. */
  readonly flags: object
  readonly announce: Omit<AnnounceOptions, 'window'>
}

/** A bridge whose face announces an EIP-1193 provider in the page. */
export function createBridge(wallet: HeadlessWallet, options: Omit<AnnounceOptions, 'window'> = {}): FaceBridge {
  const { request: _request, on: _on, removeListener: _removeListener, ...flags } = wallet.provider
  const config: FaceConfig = { info: wallet.info, flags, announce: options }
  const face = `(port, config) => (${String(runInPage)})(port, config, ${String(announce)})`
  return createFaceBridge({ id: wallet.info.uuid.replaceAll('-', ''), port: wallet.port, face, config })
}

/** Runs in the page. Sent there as text, so it refers to nothing outside itself. */
function runInPage(provider: Eip1193Provider, config: FaceConfig, announceInPage: typeof announce): void {
  Object.assign(provider, config.flags)
  announceInPage({ info: config.info, provider }, config.announce)
}
