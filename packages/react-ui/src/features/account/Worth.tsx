'use client'
import { findNetwork, type Connection } from '@portico/core'
import { balancesQuery, formatFiat, totalOf, type HeldToken } from '@portico/core/balances'
import { useQuery } from '../../hooks/useQuery.js'
import { usePortico, usePorticoContext } from '../../PorticoProvider.js'

/** From a million on, in 10⁻¹⁸, cents say nothing, and take the room that the address beside them needs. */
const withoutCents = 10n ** 24n

/** What an account holds on the network that its wallet is on, in money; nothing while that is not known, and where nothing has a price. */
export function Worth({ connection: { addresses, networkId } }: { readonly connection: Connection }) {
  const portico = usePortico()
  const { locale } = usePorticoContext()
  const network = findNetwork(portico, networkId)
  const holder = { address: addresses[0], networkId: network?.id ?? portico.defaultNetwork.id }
  const { data } = useQuery<readonly HeldToken[]>({ ...balancesQuery(portico, holder), enabled: network !== undefined })
  const total = data && totalOf(data)
  if (total === undefined) return null
  const { text, before, after } = formatFiat(total, 'usd', locale.code)
  return <bdi dir="ltr">{total >= withoutCents ? before + after : text}</bdi>
}
