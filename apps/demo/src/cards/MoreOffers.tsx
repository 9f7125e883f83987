import { canShow } from '@portico/core/kit'
import { useAccount, useModal, usePortico } from '@portico/react-ui'
import { activity, at, card, lock, receive, swap } from '../ui/glyphs.js'
import { pageHref } from '../ui/pages.js'
import { Offers, type Offer } from './Offers.js'

/** What Portico itself does for whoever is connected, in its modal, and the page that asks for a signature. */
export function MoreOffers() {
  const portico = usePortico()
  const { open } = useModal()
  const { namespace, wallet } = useAccount()
  const offers: Offer[] = []
  const offer = (view: 'Swap' | 'OnRampProviders' | 'Receive' | 'Transactions' | 'RegisterAccountName', rest: Omit<Offer, 'go'>) => {
    if (canShow(portico, view)) offers.push({ ...rest, go: () => open({ view }) })
  }
  if (namespace !== 'bip122') offer('Swap', { glyph: swap, title: 'Swap tokens', says: 'Quoted by pools on the chain' })
  offer('OnRampProviders', { glyph: card, title: 'Buy with a card', says: 'A test card, at a test seller' })
  offer('Receive', { glyph: receive, title: 'Receive', says: 'The address, and its code' })
  if (wallet?.kind === 'embedded' && namespace === 'eip155')
    offer('RegisterAccountName', { glyph: at, title: 'Choose a name', says: 'In the place of the address' })
  offer('Transactions', { glyph: activity, title: 'Look back', says: 'What this account has done' })
  return (
    <Offers
      offers={[...offers, { glyph: lock, title: 'For members', says: 'A page that a signature opens', go: pageHref('/members.html') }]}
    />
  )
}
