import { withBitcoinFeatures } from '../bitcoin/standardFace.js'
import { createFaceBridge } from '../shared/bridge.js'
import { installBridge, type WalletBrowserContext, type WalletPage } from '../shared/install.js'
import { createStandardFace, registerFace, type RegisterOptions, type StandardConfig } from '../shared/standard.js'
import type { AnnounceOptions } from '../wallet/announce.js'
import { createBridge } from '../wallet/bridge.js'
import type { Eip1193Provider } from '../wallet/types.js'
import { combineFaces } from './combineFaces.js'
import { createMultiChainWallet } from './createMultiChainWallet.js'
import type { HeadlessMultiChainWallet, MultiChainWalletOptions } from './types.js'

/** How the wallet shows itself in the page: see {@link AnnounceOptions}. `late` counts for all chains. */
export interface InstallMultiChainOptions {
  readonly announced?: Omit<AnnounceOptions, 'window'>
}

/**
 * Installs a wallet of several chains in a page, or in every page of a context, from their next load on. The wallet lives in
 * this process with its keys; pages get a thin EIP-1193 provider and a thin Wallet Standard wallet. It outlives reloads, and
 * all pages of a context see the same wallet with the same permissions. Call it before `page.goto`.
 * @example
 * const wallet = await installMultiChainWallet(context, { name: 'Everywhere', accounts: 2 })
 * wallet.script('connect', reject())
 */
export async function installMultiChainWallet(
  target: WalletPage | WalletBrowserContext,
  options:
    | (MultiChainWalletOptions & InstallMultiChainOptions)
    | (InstallMultiChainOptions & { readonly wallet: HeadlessMultiChainWallet }) = {},
): Promise<HeadlessMultiChainWallet> {
  const wallet = 'wallet' in options ? options.wallet : createMultiChainWallet(options)
  const { announced = {} } = options
  if (wallet.evm) await installBridge(target, createBridge(wallet.evm, announced), wallet.evm.listen)
  const { solana, bitcoin } = wallet
  if (!solana && !bitcoin) return wallet

  const functions = [registerFace, combineFaces, createStandardFace, withBitcoinFeatures].map(String)
  const bridge = createFaceBridge({
    id: `multichain:${wallet.info.uuid}`,
    port(origin) {
      const ports = new Map([
        ['solana', wallet.portFor('solana', origin)],
        ['bip122', wallet.portFor('bip122', origin)],
      ])
      return {
        request({ method, params }) {
          const [family = '', ...rest] = method.split('/')
          const port = ports.get(family)
          return port ? port.request({ method: rest.join('/'), params }) : Promise.reject(new Error('There is no such chain.'))
        },
      }
    },
    face: `(port, config) => (${String(showFace)})(${['port', 'config', ...functions.map((text) => `(${text})`)].join(', ')})`,
    config: {
      solana: solana?.config,
      bitcoin: bitcoin?.config,
      registered: announced.late === undefined ? {} : { late: announced.late },
    },
  })
  await installBridge(target, bridge, (listener) => {
    const offs = [
      solana?.listen(({ event, ...rest }) => listener({ ...rest, event: `solana/${event}` })),
      bitcoin?.listen(({ event, ...rest }) => listener({ ...rest, event: `bip122/${event}` })),
    ]
    return () => {
      for (const off of offs) off?.()
    }
  })
  return wallet
}

interface ShownFace {
  readonly solana?: StandardConfig | undefined
  readonly bitcoin?: StandardConfig | undefined
  readonly registered: RegisterOptions
}

/** Runs in the page. Sent there as text, so it refers to nothing outside itself. */
function showFace(
  port: Eip1193Provider,
  { solana, bitcoin, registered }: ShownFace,
  register: typeof registerFace,
  combine: typeof combineFaces,
  createFace: typeof createStandardFace,
  withFeatures: typeof withBitcoinFeatures,
): void {
  const side = (family: string): Pick<Eip1193Provider, 'request' | 'on'> => ({
    request: ({ method, params }) => port.request({ method: `${family}/${method}`, params }),
    on: (event, listener) => port.on(`${family}/${event}`, listener),
  })
  const faces = [
    ...(solana ? [createFace(solana, side('solana'))] : []),
    ...(bitcoin ? [withFeatures(bitcoin, side('bip122'), createFace)] : []),
  ]
  register(combine(faces), registered)
}
