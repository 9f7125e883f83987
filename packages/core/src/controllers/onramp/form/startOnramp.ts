import { defineSlot } from '../../../kit/slot.js'
import type { Portico } from '../../../portico/createPortico.js'
import { queryClientOf } from '../../../portico/query.js'
import { connectionStore } from '../../connection/store.js'
import { networkStore } from '../../network/store.js'
import { currentSender, isSameSender } from '../../send/form/sender.js'
import { isSameOnrampToken, onrampOptionsQuery, type OnrampOptions, type OnrampToken } from '../options.js'
import { emptyOnrampForm, onrampFormStore, type OnrampForm, type OnrampPreset } from './store.js'

/** What follows the account in use once there is a form. */
const followsOf = defineSlot('onramp form follows', (portico) => {
  const follow = () => {
    const { progress, sender } = onrampFormStore(portico).getState()
    // What is on its way stays what it is.
    if (progress.status === 'editing' && !isSameSender(currentSender(portico), sender)) startOnramp(portico)
  }
  connectionStore(portico).subscribe(follow)
  networkStore(portico).subscribe(follow)
  return true
})

/**
 * Begins anew, for the account in use, with what the site says by `onramp.defaults`. A change of account begins it anew by itself.
 * @example startOnramp(portico, { amount: '50' })
 */
export function startOnramp(portico: Portico, preset: Partial<Omit<OnrampForm, 'progress'>> = {}): void {
  const { amount = '', currency, method } = portico.options.onramp?.defaults ?? {}
  const before = onrampFormStore(portico).getState()
  const form = { ...emptyOnrampForm, amount, currency: before.currency ?? currency, method: before.method ?? method }
  onrampFormStore(portico).setState({ ...form, sender: currentSender(portico), ...preset }, true)
  followsOf(portico)
}

/**
 * Goes on with what the account in use was about to buy, or begins anew. After an order the form is as it was before it.
 * @example resumeOnramp(portico) // as the visitor left it, or empty
 */
export function resumeOnramp(portico: Portico): void {
  const { sender, progress } = onrampFormStore(portico).getState()
  if (progress.status === 'proving' || progress.status === 'opening') return
  if (sender === undefined || !isSameSender(sender, currentSender(portico))) startOnramp(portico)
  else retryOnramp(portico)
}

/**
 * Back from an order that failed, or that another provider is to take, to the form as it was.
 * @example retryOnramp(portico) // back to the form, with the amounts as they were
 */
export function retryOnramp(portico: Portico): void {
  const store = onrampFormStore(portico)
  const { status } = store.getState().progress
  if (status === 'failed' || status === 'started') store.setState({ progress: { status: 'editing' } })
}

/**
 * Fills in what a site says. Does nothing while the form is that of the same parameters already, so that coming back to the view keeps
 * what was changed, or while an order is being made.
 * @example await presetOnramp(portico, { amount: '50', currency: 'EUR' })
 * @throws OnrampUnsupportedError, and the errors of asking the gateway
 */
export async function presetOnramp(portico: Portico, preset: OnrampPreset): Promise<void> {
  const store = onrampFormStore(portico)
  const { opened, progress } = store.getState()
  if (opened === preset || progress.status === 'proving' || progress.status === 'opening') return
  const { kind = 'buy', amount, currency, method, token, networkId } = preset
  startOnramp(portico, {
    opened: preset,
    kind,
    ...(amount !== undefined && { amount: amount.slice(0, 100), typedIn: undefined }),
    ...(currency !== undefined && { currency: currency.toUpperCase() }),
    ...(method !== undefined && { method }),
  })
  if (token === undefined && networkId === undefined) return
  const options = await queryClientOf(portico).fetchQuery(onrampOptionsQuery(portico))
  const { sender, opened: still } = store.getState()
  if (still !== preset) return
  const found = findOnrampToken(options, { token, networkId: networkId ?? sender?.networkId }) ?? defaultOnrampToken(portico, options)
  if (found) store.setState(({ token: chosen }) => ({ token: chosen ?? found }))
}

/**
 * A token by its contract, its short name, or `native`, on a network; without a name the first of the network.
 * @example const usdc = findOnrampToken(options, { token: 'USDC', networkId: 'eip155:8453' }) // undefined: it cannot be had there
 */
export function findOnrampToken(
  { tokens }: OnrampOptions,
  { token, networkId }: { readonly token?: string | undefined; readonly networkId: string | undefined },
): OnrampToken | undefined {
  const there = tokens.filter((one) => one.networkId === networkId)
  if (token === undefined) return there.find(({ address }) => address === undefined) ?? there[0]
  if (token === 'native') return there.find(({ address }) => address === undefined)
  return (
    there.find(({ address = '' }) => address !== '' && address.toLowerCase() === token.toLowerCase()) ??
    there.find(({ symbol }) => symbol.toLowerCase() === token.toLowerCase())
  )
}

/**
 * The token that is offered until the visitor chooses: the site's, that of the network in use, or the first that can be had.
 * @example const token = onrampFormStore(portico).getState().token ?? defaultOnrampToken(portico, options)
 */
export function defaultOnrampToken(portico: Portico, options: OnrampOptions): OnrampToken | undefined {
  const { sender } = onrampFormStore(portico).getState()
  const { token } = portico.options.onramp?.defaults ?? {}
  const networkId = sender?.networkId
  const found = findOnrampToken(options, { token, networkId }) ?? findOnrampToken(options, { networkId })
  return found ?? options.tokens.find((one) => sender !== undefined && one.networkId.startsWith(`${sender.namespace}:`))
}

/**
 * Tokens to choose from: of chain families that a wallet is connected to, those of the network in use first.
 * @example const tokens = reachableTokens(portico, options) // on networks of the site
 */
export function reachableTokens(portico: Portico, { tokens }: OnrampOptions): readonly OnrampToken[] {
  const { byNamespace } = connectionStore(portico).getState()
  const { sender } = onrampFormStore(portico).getState()
  const isThere = ({ networkId }: OnrampToken) => networkId === sender?.networkId
  const isReachable = ({ networkId }: OnrampToken) => {
    const namespace = networkId.slice(0, networkId.indexOf(':'))
    return Object.entries(byNamespace).some(([one, { connections }]) => one === namespace && connections.length > 0)
  }
  const unique = tokens.filter((one, at) => tokens.findIndex((other) => isSameOnrampToken(one, other)) === at)
  return unique.filter(isReachable).sort((one, other) => Number(isThere(other)) - Number(isThere(one)))
}
