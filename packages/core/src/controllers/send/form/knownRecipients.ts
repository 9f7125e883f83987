import * as z from 'zod/mini'
import { connectionStore, connectionsIn } from '../../connection/store.js'
import { shortAddress } from '../../../kit/amount/address.js'
import { isSameAddress } from '../../../kit/amount/sameAddress.js'
import { isNamespace, type Namespace } from '../../../kit/caip/ids.js'
import { defineSlot } from '../../../kit/slot.js'
import { cleanName } from '../../../kit/text.js'
import type { Portico } from '../../../portico/createPortico.js'
import { readItem } from '../../../storage/storage.js'
import { writeItem } from '../../../storage/writeItem.js'
import type { KnownRecipient } from './store.js'

/** How many recipients are remembered. */
export const recipientLimit = 100

const namespace = z.custom<Namespace>(isNamespace)
const entry = z.object({
  namespace,
  address: z.string().check(z.minLength(1), z.maxLength(128)),
  name: z.optional(z.string().check(z.maxLength(255))),
})
type Entry = z.infer<typeof entry>

/** Those of this page view, where storage forgets (R14). */
const memoryOf = defineSlot<readonly Entry[] | undefined>('recipients', () => undefined)

/** Everybody that was sent to here, the last one first. What is malformed is left out. */
function remembered(portico: Portico): readonly Entry[] {
  const known = memoryOf(portico)
  if (known) return known
  try {
    const list: unknown = JSON.parse(readItem(portico, 'recipients') ?? '[]')
    return (Array.isArray(list) ? list : []).slice(0, recipientLimit).flatMap((one: unknown) => entry.safeParse(one).data ?? [])
  } catch {
    return []
  }
}

/** Whom this browser has sent to in a chain family, the last one first. */
export const pastRecipients = (portico: Portico, namespace: Namespace): readonly KnownRecipient[] =>
  remembered(portico).filter((one) => one.namespace === namespace)

/** Remembers somebody that was sent to. A hundred are kept. */
export function rememberRecipient(
  portico: Portico,
  { namespace, address, name }: KnownRecipient & { readonly namespace: Namespace },
): void {
  const others = remembered(portico).filter((one) => one.namespace !== namespace || one.address !== address)
  const list = [{ namespace, address, ...(name !== undefined && { name: cleanName(name) }) }, ...others].slice(0, recipientLimit)
  memoryOf.put(portico, writeItem(portico, 'recipients', JSON.stringify(list)) ? undefined : list)
}

/** Every address of the visitor's wallets in a chain family. */
export const ownAddresses = (portico: Portico, namespace: Namespace): readonly string[] =>
  connectionsIn(connectionStore(portico).getState(), namespace).connections.flatMap(({ addresses }) => addresses)

/**
 * The known recipient that an address would be taken for where addresses are shown short, and that it is not (S17).
 * @example const known = findLookAlike(typed, recent) // same ends, other middle: warn
 */
export function findLookAlike(address: string, known: readonly KnownRecipient[]): KnownRecipient | undefined {
  if (known.some((one) => isSameAddress(one.address, address))) return undefined
  const short = shortAddress(address).toLowerCase()
  return known.find((one) => shortAddress(one.address).toLowerCase() === short)
}
