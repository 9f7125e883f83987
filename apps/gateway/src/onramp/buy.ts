import { addressOn, namespaceOf } from '../chains/address.js'
import { checkLimits, unitsOf } from './amounts.js'
import { OnrampRefusedError } from './errors.js'
import { networkId } from './networks.js'
import type { Onramp } from './onramp.js'
import type { Claim } from './ownership.js'
import { type Seller, readQuoteId, sellersOf } from './quotes.js'
import type { OnrampOpening, OnrampProvider } from './types.js'
import type { BuyBody, SellBody } from './wire.js'

/** What a request says beside its body. */
export interface Asker {
  /** Of the page, as its browser says. */
  readonly origin: string | undefined
  readonly bearer: string | undefined
  /** The visitor's address on the internet. */
  readonly visitor: string
}

export interface Begun {
  readonly url: string
  readonly sessionId: string
  readonly provider: string
  readonly grant?: string
}

/** Milliseconds that a provider may take for a page. */
const openMs = 8000

/** Opens a page to buy on. @throws OnrampRefusedError, ProviderError */
export async function openBuy(onramp: Onramp, body: BuyBody, asker: Asker): Promise<Begun> {
  const { destinationWallets, paymentCurrency: fiat = 'USD', paymentMethod: method = 'CARD', country, presetFiatAmount: amount } = body
  const [wallet] = destinationWallets
  const text = body.network ?? body.defaultNetwork ?? wallet?.blockchains[0]
  const network = text === undefined ? undefined : networkId(text)
  if (network === undefined) throw new OnrampRefusedError('network')
  const address = addressFor(body, network)
  const quoted = body.quoteId ? readQuoteId(body.quoteId) : undefined
  if (quoted && body.provider !== undefined && body.provider !== quoted.provider) throw new OnrampRefusedError('quoteExpired')
  if (amount === undefined) throw new OnrampRefusedError('amount')
  checkLimits(amount, fiat, method)
  checkReturn(onramp, body.redirectUrl, asker)
  const wanted = { network, fiat, method, country, symbol: body.purchaseCurrency ?? wallet?.assets[0] ?? '' }
  const symbol = wanted.symbol === '' ? await coinOf(onramp, network, country) : wanted.symbol
  const { provider, asset } = sellerOf(await sellersOf(onramp, { ...wanted, symbol }), quoted?.provider ?? body.provider)
  const question = {
    kind: 'buy' as const,
    asset,
    fiat,
    amount,
    method,
    country,
    address,
    offer: quoted?.offer,
    redirectUrl: body.redirectUrl,
  }
  return begin(onramp, provider, question, { asker, body })
}

/** Opens a page to sell on. @throws OnrampRefusedError, ProviderError */
export async function openSell(onramp: Onramp, body: SellBody, asker: Asker): Promise<Begun> {
  const { paymentCurrency: fiat = 'USD', paymentMethod: method = 'ACH_BANK_ACCOUNT', country, amount, address } = body
  const network = networkId(body.network)
  if (network === undefined) throw new OnrampRefusedError('network')
  checkReturn(onramp, body.redirectUrl, asker)
  const sellers = await sellersOf(onramp, { network, symbol: body.sellCurrency, fiat, method, country })
  const { provider, asset } = sellerOf(
    sellers.filter((seller) => seller.provider.sells),
    body.provider,
  )
  if (!unitsOf(amount, asset.decimals)) throw new OnrampRefusedError('amount')
  const question = { kind: 'sell' as const, asset, fiat, amount, method, country, address, redirectUrl: body.redirectUrl }
  return begin(onramp, provider, question, { asker, body })
}

interface BeginningParameters {
  readonly asker: Asker
  readonly body: Pick<Claim, 'proof' | 'grant'>
}

async function begin(
  onramp: Onramp,
  provider: OnrampProvider,
  question: Omit<OnrampOpening, 'session' | 'visitor' | 'signal'>,
  { asker: { visitor, ...page }, body: { proof, grant } }: BeginningParameters,
): Promise<Begun> {
  const { kind, asset, address } = question
  const begun = await onramp.begin({
    kind,
    asset,
    network: asset.network,
    address,
    provider,
    claim: { ...page, proof, grant },
    open: async (session) => {
      const opened = await provider.open({ ...question, session, visitor, signal: AbortSignal.timeout(openMs) })
      const total = opened.paymentTotal
      // A quote of another purchase: nobody pays another sum than the one that they saw.
      const isSame =
        kind === 'sell' || !total || (total.currency === question.fiat && unitsOf(total.amount, 2) === unitsOf(question.amount, 2))
      if (!isSame) throw new OnrampRefusedError('quoteExpired')
      return opened
    },
  })
  return { url: begun.url, sessionId: begun.session, provider: provider.kind, ...(begun.grant !== undefined && { grant: begun.grant }) }
}

/** The one address of a request that is of a network. @throws OnrampRefusedError where there is none, or several */
function addressFor({ destinationWallets }: BuyBody, network: string): string {
  const fitting = destinationWallets.flatMap(({ address, blockchains }) => {
    const isOn = blockchains.length === 0 || blockchains.some((each) => networkId(each) === network)
    return addressOn(namespaceOf(network), address) === undefined || !isOn ? [] : [address]
  })
  const [address] = fitting
  if (address === undefined || fitting.some((each) => each !== address)) throw new OnrampRefusedError('address')
  return address
}

/** The network's own coin, where nobody says which. */
async function coinOf({ catalogs }: Onramp, network: string, country: string | undefined): Promise<string> {
  const all = (await catalogs(country)).flatMap(({ assets }) => assets)
  return all.find((asset) => asset.network === network && asset.address === '')?.symbol ?? ''
}

function sellerOf(sellers: readonly Seller[], kind: string | undefined): Seller {
  const seller = kind === undefined ? sellers[0] : sellers.find(({ provider }) => provider.kind === kind)
  if (!seller) throw new OnrampRefusedError('provider')
  return seller
}

/** A visitor is led back to the page that asked, or to one of the operator's: not to whatever an address says. */
export function checkReturn({ settings }: Onramp, redirectUrl: string | undefined, { origin }: Asker): void {
  if (redirectUrl === undefined) return
  const to = new URL(redirectUrl).origin
  const isWeb = /^https?:/.test(redirectUrl)
  if (!isWeb || (to !== origin && !settings.origins.includes(to))) throw new OnrampRefusedError('redirect')
}
