'use client'
import { findNetwork, type Network } from '@portico/core'
import { balancesQuery, watched, type HeldToken } from '@portico/core/balances'
import {
  checkOnramp,
  chosenCurrency,
  chosenMethod,
  defaultOnrampToken,
  followOnramps,
  isSameOnrampToken,
  isServedBy,
  onrampFormStore,
  onrampOffersQuery,
  onrampOptionsQuery,
  onrampSessionStore,
  receiverOf,
  resumeOnramp,
  setOnrampToken,
  type OnrampCheck,
  type OnrampForm,
  type OnrampOffer,
  type OnrampOptions,
  type OnrampProvider,
  type OnrampSession,
  type PaymentCurrency,
  type PaymentMethod,
} from '@portico/core/onramp'
import { useEffect } from 'react'
import { usePortico } from '../PorticoProvider.js'
import { usePorticoStore } from '../usePorticoStore.js'
import { useQuery } from './useQuery.js'

/** A provider, with what it gives. */
export interface OfferedProvider {
  readonly provider: OnrampProvider
  /** Undefined while it is asked for, and where it has none. */
  readonly offer: OnrampOffer | undefined
  /** Why it does not take this order: not its networks, or not this way to pay. */
  readonly unserved: 'network' | 'method' | 'sell' | undefined
}

export interface Onramp {
  readonly form: OnrampForm
  /** The first thing that is missing, or the order. */
  readonly check: OnrampCheck
  /** What can be bought; undefined while it is loaded, and where nothing can be. */
  readonly options: OnrampOptions | undefined
  readonly currency: PaymentCurrency | undefined
  readonly method: PaymentMethod | undefined
  /** Of the token that is chosen. */
  readonly network: Network | undefined
  /** How much of it the account has, in its smallest unit; undefined where that is not known. */
  readonly held: bigint | undefined
  /** What is given for the order, the best first; undefined while it is asked for, and where nobody gives anything. */
  readonly offers: readonly OnrampOffer[] | undefined
  /** Why there are none. */
  readonly offersError: Error | undefined
  /** All providers: first those with an offer, the best first, last those that do not take the order. */
  readonly providers: readonly OfferedProvider[]
  /** Orders that this browser knows of, the newest first. */
  readonly sessions: readonly OnrampSession[]
  /** Asks anew for what can be bought, or for what it costs. */
  readonly renew: () => void
}

/**
 * What the account in use is about to buy, with what it needs to be shown, and the orders that are on their way: for an interface of one's
 * own. What changes it are the functions of `@portico/core/onramp`: `setOnrampAmount(portico, '50')`, and in a press
 * `openOnramp(portico, { order, provider, offer })`.
 * @example const { form, offers, providers, check } = useOnramp()
 */
export function useOnramp(): Onramp {
  const portico = usePortico()
  const form = usePorticoStore(onrampFormStore, (state) => state)
  const sessions = usePorticoStore(onrampSessionStore, (state) => state)
  const { token, kind, progress, sender, opened } = form
  useEffect(() => {
    resumeOnramp(portico)
    followOnramps(portico)
  }, [portico])

  const known = useQuery<OnrampOptions>({ ...onrampOptionsQuery(portico), enabled: Boolean(portico.options.apiUrl) })
  const { data: options, error, refetch: reload } = known
  const isEditing = progress.status === 'editing'
  useEffect(() => {
    // What a site has named is looked up already.
    const isNamed = opened !== undefined && ('token' in opened || 'networkId' in opened)
    if (!options || !sender || !isEditing || (isNamed && !token)) return
    const wanted = token ? options.tokens.find((one) => isSameOnrampToken(one, token)) : undefined
    const chosen = wanted ?? defaultOnrampToken(portico, options)
    if (chosen && chosen !== token) setOnrampToken(portico, chosen)
  }, [portico, options, sender, token, opened, isEditing])

  const account = token && receiverOf(portico, token)
  const asked = { address: account?.address ?? '', networkId: token?.networkId ?? portico.defaultNetwork.id }
  const { data: balances } = useQuery<readonly HeldToken[]>({
    ...balancesQuery(portico, asked),
    ...watched,
    enabled: account !== undefined && kind === 'sell',
  })
  const addressOf = ({ address = '' }: { readonly address?: string }) => address.toLowerCase()
  const held = token && balances?.find((one) => addressOf(one) === addressOf(token))
  const check = checkOnramp(form, { data: options, error }, account, balances && (held?.units ?? 0n))

  const order = check.status === 'ready' && kind === 'buy' ? check.order : undefined
  const { data: offers, error: offersError, refetch } = useQuery<readonly OnrampOffer[]>(onrampOffersQuery(portico, order))
  const current = order && offers
  const method = options && chosenMethod(form, options)
  return {
    form,
    check,
    options,
    currency: options && chosenCurrency(form, options),
    method,
    network: findNetwork(portico, token?.networkId),
    held: balances && (held?.units ?? 0n),
    offers: current,
    offersError: (order && offersError) ?? undefined,
    providers: token && method && options ? ranked(options.providers, current ?? [], { token, method: method.id, kind }) : [],
    sessions,
    renew: () => void (error ? reload() : refetch()),
  }
}

function ranked(
  providers: readonly OnrampProvider[],
  offers: readonly OnrampOffer[],
  { token, method, kind }: Pick<OnrampForm, 'kind'> & Parameters<typeof isServedBy>[1],
): readonly OfferedProvider[] {
  const all = providers.map((provider): OfferedProvider => {
    const isThere = isServedBy({ ...provider, methods: [] }, { token, method })
    const takes = kind === 'sell' ? provider.sells : isServedBy(provider, { token, method })
    const unserved = !isThere ? 'network' : takes ? undefined : kind === 'sell' ? 'sell' : 'method'
    return { provider, offer: offers.find((offer) => offer.provider === provider.id), unserved }
  })
  const rank = ({ provider, offer, unserved }: OfferedProvider) =>
    unserved ? 1_000 : offer ? offers.findIndex(({ provider: id }) => id === provider.id) : 500
  return all.sort((one, other) => rank(one) - rank(other))
}
