import { fiatDecimals } from '../../kit/amount/fiat.js'
import { toDecimal } from '../../kit/amount/format.js'
import { type NetworkId } from '../../kit/caip/ids.js'
import { accountIdOf } from '../../kit/caip/accountIds.js'
import { asError } from '../../kit/asError.js'
import { HttpStatusError } from '../../kit/http/errors.js'
import { request } from '../../kit/http/request.js'
import type { Portico } from '../../portico/createPortico.js'
import { isSameAddress } from '../../kit/amount/sameAddress.js'
import { activeConnection, connectionStore } from '../connection/store.js'
import { openPopup } from '../embedded/popup.js'
import { switchNetwork } from '../network/switchNetwork.js'
import { OnrampAccountError, OwnershipError } from './errors.js'
import { followOnramp } from './follow.js'
import { receiverOf } from './form/checkOnramp.js'
import { onrampFormStore, type ChosenOffer, type OnrampProgress } from './form/store.js'
import { knownOwnership, proveOwnership, type Ownership } from './ownership.js'
import { safePage } from './page.js'
import { refusalOf } from './quotes.js'
import { pageAnswer } from './schema.js'
import { keepGrant, rememberSession, type OnrampSession } from './sessions.js'

/** How the older wire names networks. Any other is called what it is. */
const chainNames: Readonly<Record<string, string>> = {
  'eip155:1': 'ethereum',
  'eip155:10': 'optimism',
  'eip155:137': 'polygon',
  'eip155:8453': 'base',
  'eip155:42161': 'arbitrum',
  'eip155:42220': 'celo',
  'eip155:43114': 'avalanche-c-chain',
  'eip155:80094': 'berachain',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana',
  'bip122:000000000019d6689c085ae165831e93': 'bitcoin',
}
const chainName = (networkId: NetworkId): string => chainNames[networkId] ?? networkId

/**
 * Has a provider's page made for an order and opens it, and follows the order to its end: the form's `progress` tells, and then the
 * session. Call it in a press: the window is opened at once, empty, and led to the page when it is known. Where the wallet has to sign
 * first that the address is the visitor's, or the browser allows no window, it takes another press on the page's link. Does nothing while
 * an order is being made already. Never throws.
 * @example await openOnramp(portico, chosen)
 */
export async function openOnramp(portico: Portico, chosen: ChosenOffer): Promise<void> {
  const store = onrampFormStore(portico)
  const before = store.getState().progress.status
  if (before === 'proving' || before === 'opening') return
  const bearer = portico.options.onramp?.bearer?.()
  const known = bearer ? {} : knownOwnership(portico, chosen.order.account)
  const popup = known && openPopup({ severed: true })
  let current: OnrampProgress = { status: known ? 'opening' : 'proving', chosen }
  /** Only while the form is still this order's. @returns whether it is */
  const show = (progress: OnrampProgress): boolean => {
    if (store.getState().progress !== current) return false
    current = progress
    store.setState({ progress })
    return true
  }
  store.setState({ progress: current })
  try {
    const asked = await makePage(portico, chosen, { known, bearer, show })
    if (!asked) return popup?.close() // it was cancelled: nothing has begun that costs anything
    const session = sessionOf(chosen, asked)
    rememberSession(portico, session)
    // A window can still be opened while the browser counts the last press.
    const isActive = typeof navigator !== 'undefined' && navigator.userActivation?.isActive
    const window = popup ?? (isActive ? openPopup({ severed: true }) : undefined)
    show({ status: 'started', id: session.id, opened: window?.go(session.url) ?? false })
    void followOnramp(portico, session.id)
  } catch (error) {
    popup?.close()
    show({ status: 'failed', chosen, error: asError(error) })
  }
}

/**
 * Stops waiting for an order that is not the provider's yet, and goes back to the form. What the wallet or the gateway still says is dropped.
 * @example cancelOnramp(portico) // the visitor turned away before the page was opened
 */
export function cancelOnramp(portico: Portico): void {
  const store = onrampFormStore(portico)
  const { status } = store.getState().progress
  if (status === 'proving' || status === 'opening') store.setState({ progress: { status: 'editing' } })
}

interface Asking {
  readonly known: Ownership | undefined
  readonly bearer: string | undefined
  readonly show: (progress: OnrampProgress) => boolean
}

interface Page {
  readonly url: string
  readonly id: string
}

/** The provider's page, checked. Undefined where it was cancelled meanwhile. */
async function makePage(portico: Portico, chosen: ChosenOffer, { known, bearer, show }: Asking): Promise<Page | undefined> {
  const { account, kind } = chosen.order
  const prove = async (): Promise<Ownership | undefined> => {
    if (!show({ status: 'proving', chosen })) return undefined
    await beOn(portico, account.networkId)
    const proof = await proveOwnership(portico, account, kind)
    return show({ status: 'opening', chosen }) ? proof : undefined
  }
  const ask = async (ownership: Ownership): Promise<Page> => {
    checkAccount(portico, chosen)
    const said = await request(portico, {
      ...orderOf(portico, chosen, ownership),
      method: 'POST',
      query: { projectId: portico.options.projectId ?? '' },
      schema: pageAnswer,
      ...(bearer && { bearer }),
    })
    if (said.grant) keepGrant(portico, accountIdOf(account.networkId, account.address), said.grant)
    return { url: safePage(portico, said.url), id: said.sessionId ?? `untold-${crypto.randomUUID()}` }
  }
  try {
    if (known) {
      try {
        return show({ status: 'opening', chosen }) ? await ask(known) : undefined
      } catch (error) {
        if (!isOwnership(error)) throw error
        keepGrant(portico, accountIdOf(account.networkId, account.address), undefined)
      }
    }
    const proof = await prove()
    return proof && (await ask(proof))
  } catch (error) {
    throw isOwnership(error) ? new OwnershipError({ cause: error }) : refusalOf(error)
  }
}

const isOwnership = (error: unknown): boolean => error instanceof HttpStatusError && error.status === 401

/** A contract signs on the network on which it is asked: it has to be that of the order. */
async function beOn(portico: Portico, networkId: NetworkId): Promise<void> {
  const state = connectionStore(portico).getState()
  const connection = activeConnection(state, networkId.startsWith('eip155') ? 'eip155' : undefined)
  const isContract = connection?.accounts?.some(({ address, type }) => address === connection.addresses[0] && type === 'smartAccount')
  if (isContract && connection?.networkId !== networkId) await switchNetwork(portico, { networkId })
}

/** What is bought goes to the account that is in use: another one is never paid for by mistake. */
function checkAccount(portico: Portico, { order: { account, token } }: ChosenOffer): void {
  if (!isSameAddress(receiverOf(portico, token)?.address ?? '', account.address)) throw new OnrampAccountError()
}

function orderOf(portico: Portico, { order, provider, offer }: ChosenOffer, ownership: Ownership) {
  const { kind, account, token, units, currency, method } = order
  const { networkId, address } = account
  const { country } = portico.options.onramp?.defaults ?? {}
  const common = {
    provider: provider.id,
    paymentCurrency: currency,
    network: networkId,
    ...(country && { country }),
    ...(typeof location === 'undefined' ? {} : { redirectUrl: `${location.origin}${location.pathname}` }),
    ...ownership,
  }
  if (kind === 'sell') {
    const amount = toDecimal(units, token.decimals)
    return { path: '/v1/generators/offrampurl', body: { ...common, address, sellCurrency: token.id, amount } }
  }
  return {
    path: '/v1/generators/onrampurl',
    body: {
      ...common,
      destinationWallets: [{ address, blockchains: [chainName(networkId)], assets: [token.symbol] }],
      defaultNetwork: chainName(networkId),
      partnerUserId: address,
      defaultExperience: 'buy',
      presetFiatAmount: Number(toDecimal(units, fiatDecimals)),
      purchaseCurrency: token.id,
      paymentMethod: method,
      ...(offer?.id !== undefined && { quoteId: offer.id }),
    },
  }
}

function sessionOf({ order, provider, offer }: ChosenOffer, { url, id }: Page): OnrampSession {
  const { kind, account, token, units, currency, method } = order
  const { symbol, name, decimals, address, icon } = token
  const firm = offer?.estimate ? undefined : offer
  const received = kind === 'sell' ? units : firm?.received
  return {
    id,
    kind,
    provider,
    networkId: token.networkId,
    address: account.address,
    url,
    startedAt: Date.now(),
    status: 'created',
    token: { symbol, name, decimals, ...(address && { address }), ...(icon && { icon }) },
    ...(received !== undefined && { units: received }),
    ...(kind === 'buy' && { paid: { units: firm?.total ?? units, currency }, method }),
    ...(firm?.fee !== undefined && { fee: { units: firm.fee, currency } }),
  }
}
