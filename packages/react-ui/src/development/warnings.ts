import type { Portico } from '@portico/core'
import { builtIn } from '../features/list.js'
import type { Place } from '../features/feature.js'
import type { ModalProps } from '../Modal.js'
import { noteOn, warnOnce } from './notes.js'

/** Every argument, so that a new one cannot be forgotten here. */
const known: Readonly<Record<keyof ModalProps, true>> = {
  brand: true,
  collapseWallets: true,
  connectRows: true,
  disclaimer: true,
  features: true,
  onOpenChange: true,
  open: true,
  prefetch: true,
  privacy: true,
  terms: true,
  without: true,
}
/** Every place, likewise. */
const places: Readonly<Record<Place, true>> = {
  'account.actions': true,
  'account.empty': true,
  'account.quick': true,
  'account.rows': true,
  'account.tabs': true,
  'connect.ways': true,
  'settings.rows': true,
  'wallets.elsewhere': true,
}

/**
 * Tells a page's developer on the console what they may have meant otherwise: options of `createPortico`, arguments of the modal, features that it
 * is to leave out and places of its own that there are not, and what it leaves out that the portico needs. What a bundler builds for
 * production has nothing of it.
 */
export function warn(portico: Portico, props: ModalProps): void {
  const ids = builtIn.map(({ id }) => id)
  warnOnce(portico, [
    ...Object.keys(props).flatMap((name) => noteOn(name, Object.keys(known), '<Modal/> has no argument')),
    ...(props.without ?? []).flatMap((id) => noteOn(id, ids, '<Modal without/>: there is no feature')),
    ...(props.without?.includes('siwx') && isSignInRequired(portico)
      ? ["<Modal without/>: 'siwx' is left out, and signing in is required: nobody who connects can, and each is disconnected."]
      : []),
    ...(props.features ?? []).flatMap(({ id, entries = {} }) =>
      Object.keys(entries).flatMap((place) => noteOn(place, Object.keys(places), `Feature '${id}': there is no place`)),
    ),
  ])
}

function isSignInRequired({ options: { siwx } }: Portico): boolean {
  if (!siwx) return false
  return 'isRequired' in siwx ? siwx.isRequired() : (siwx.getRequired?.() ?? false)
}
