import { currentDevice, type Device } from '../../device/device.js'
import type { SocialProvider } from './wallet.js'
import type { Portico } from '../../portico/createPortico.js'
import { connectorStore } from '../connection/connectors.js'
import { listConnectors } from '../connection/listConnectors.js'
import { embeddedConnector } from './connector.js'
import { inMiniApp } from './miniApp.js'

/** A kind of way in, on the Connect view. */
export type ConnectMethod = 'email' | 'social' | 'wallet'
/** A social account, or Farcaster, which is a way of its own and stands among them. */
export type SocialMethod = SocialProvider | 'farcaster'

/** The default order. */
export const connectMethods: readonly ConnectMethod[] = ['email', 'social', 'wallet']

export interface ShownMethods {
  /** The kinds that there are, the first on top. */
  readonly order: readonly ConnectMethod[]
  readonly email: boolean
  /** In the order in which they are shown. */
  readonly socials: readonly SocialMethod[]
}

/** What a platform takes away inside a messaging mini-app. */
const unavailable: Readonly<Partial<Record<Device['platform'], readonly SocialMethod[]>>> = {
  ios: ['google'],
  mac: ['x'],
  android: ['facebook', 'x'],
}

/** Farcaster's place among the social accounts. */
const farcasterPlace = 2

/**
 * The ways in that Connect shows, in their order: that of `connectMethodsOrder`, else e-mail, social, wallet; wallets first
 * where one is on the device and the host has set no order. Asks nothing and loads nothing. It depends on `connectorStore`:
 * a wallet may announce itself later.
 * @example const { order } = loginMethods(portico)
 */
export function loginMethods(portico: Portico): ShownMethods {
  const { email = false, socials: offered = [], farcaster = false } = embeddedConnector(portico)?.embedded.methods ?? {}
  const all: readonly SocialMethod[] = farcaster
    ? [...offered.slice(0, farcasterPlace), 'farcaster', ...offered.slice(farcasterPlace)]
    : offered
  const device = currentDevice()
  const missing = inMiniApp(device) ? (unavailable[device.platform] ?? []) : []
  const socials = all.filter((method) => !missing.includes(method))

  const wanted = portico.options.connectMethodsOrder ?? (hasWallet(portico) ? ['wallet' as const] : [])
  const has = { email, social: socials.length > 0, wallet: true }
  const order = [...new Set([...wanted, ...connectMethods])].filter((method) => has[method])
  return { order, email, socials }
}

/** A wallet in this browser, as it announces itself or as it is found in the page. */
const hasWallet = (portico: Portico) =>
  listConnectors(connectorStore(portico).getState()).some(
    ({ kind, installed }) => kind === 'announced' || (installed && (kind === 'injected' || kind === 'multiChain')),
  )
