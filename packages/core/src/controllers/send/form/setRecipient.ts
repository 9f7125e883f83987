import { requestedNetworks } from '../../network/store.js'
import { addressLabelStore, labelOf } from '../../account/labels.js'
import { loadAdapter } from '../../connection/loadAdapter.js'
import type { Adapter } from '../../../adapter.js'
import { isSameAddress } from '../../../kit/amount/sameAddress.js'
import type { NetworkId } from '../../../kit/caip/ids.js'
import { asError } from '../../../kit/asError.js'
import { defineSlot } from '../../../kit/slot.js'
import { pause } from '../../../kit/time.js'
import type { Portico } from '../../../portico/createPortico.js'
import { canBeName, resolveName } from '../../names/resolveName.js'
import { foreignFamily } from './foreignFamily.js'
import { findLookAlike, ownAddresses, pastRecipients } from './knownRecipients.js'
import { readPaymentCode } from './readPaymentCode.js'
import { sendFormStore, type Recipient, type RecipientWarning, type Sender } from './store.js'

/** How long a name is left alone before it is looked up, in milliseconds. */
export const nameDelay = 500
/** On how many other networks of the site an address is looked for. */
const otherNetworkLimit = 5

/** The look-up under way: another text ends it. */
const lookUpOf = defineSlot<AbortController | undefined>('recipient look-up', () => undefined)

/**
 * Takes what was typed, pasted or scanned as the recipient. An address is one at once; a name is looked up when it has stood
 * still for 500 ms. What there is at an address, and on other networks, is told as it comes. Never throws.
 * @example setRecipient(portico, 'noor.eth')
 */
export function setRecipient(portico: Portico, to: string): void {
  const store = sendFormStore(portico)
  const { fixed, progress } = store.getState()
  if (!fixed && progress.status === 'editing') void lookUp(portico, to)
}

/** As {@link setRecipient}, also in a form that the site has filled in. Resolves when the recipient is known, or known to be none. */
export async function lookUp(portico: Portico, to: string): Promise<void> {
  const store = sendFormStore(portico)
  const { sender } = store.getState()
  lookUpOf(portico)?.abort()
  const own = new AbortController()
  lookUpOf.put(portico, own)
  const { signal } = own
  const show = (recipient: Recipient) => {
    if (!signal.aborted) store.setState({ recipient })
  }
  const note = (sender && readPaymentCode(to, sender.namespace)?.note) ?? {}
  store.setState({ to, note, recipient: { status: to.trim() ? 'looking' : 'none' }, acknowledged: false })
  if (!sender || !to.trim()) return
  try {
    await find({ portico, sender, to, signal, show })
  } catch (error) {
    show({ status: 'failed', error: asError(error) })
  }
}

interface Finding {
  readonly portico: Portico
  readonly sender: Sender
  readonly to: string
  readonly signal: AbortSignal
  readonly show: (recipient: Recipient) => void
}

async function find({ portico, sender, to, signal, show }: Finding): Promise<void> {
  const { namespace, networkId } = sender
  const code = readPaymentCode(to, namespace)
  const family = foreignFamily(to, networkId)
  const invalid = { status: 'invalid', ...(family !== undefined && { family }) } as const
  if (!code) return show(invalid)
  const adapter = await loadAdapter(portico, namespace)
  const plain = await adapter.readAddress?.({ text: code.text, networkId })
  const name = plain === undefined && canBeName(code.text) ? code.text : undefined
  let address = plain
  if (name !== undefined) {
    await pause(nameDelay, signal)
    if (signal.aborted) return
    address = await resolveName(portico, { name, networkId })
  }
  if (address === undefined) return show(invalid)

  const known = knownWarnings(portico, sender, address)
  if (code.networkId !== undefined && code.networkId !== networkId) known.unshift({ kind: 'otherNetwork', networkId: code.networkId })
  const { token } = sendFormStore(portico).getState()
  if (token?.address !== undefined && isSameAddress(address, token.address)) known.unshift({ kind: 'token' })
  const recipient = { status: 'found', address, ...(name !== undefined && { name }), warnings: known } as const
  show(recipient)
  const { kind, warning } = await inspect({ portico, adapter, sender, address, signal })
  // Where everything is lost, that nothing was sent there before is no news.
  const others = known.filter(({ kind: said }) => said !== warning?.kind && (kind !== 'burn' || said !== 'firstTime'))
  show({ ...recipient, ...(kind && { kind }), warnings: warning ? [warning, ...others] : known })
}

/** What can be said of an address from what this browser knows. */
function knownWarnings(portico: Portico, { namespace, address: from }: Sender, address: string): RecipientWarning[] {
  const own = ownAddresses(portico, namespace)
  const past = pastRecipients(portico, namespace)
  if (isSameAddress(address, from)) return [{ kind: 'ownAddress' }]
  const isKnown = [...own, ...past.map((one) => one.address)].some((one) => isSameAddress(one, address))
  if (isKnown) return []
  const labels = addressLabelStore(portico).getState()
  const named = Object.keys(labels).map((one) => ({ address: one, name: labelOf(labels, one) }))
  const lookAlike = findLookAlike(address, [...past, ...own.map((one) => ({ address: one })), ...named])
  return [lookAlike ? { kind: 'lookAlike', known: lookAlike } : { kind: 'firstTime' }]
}

interface Inspecting extends Omit<Finding, 'to' | 'show'> {
  readonly adapter: Adapter
  readonly address: string
}

/** What there is at an address, here and, where there is nothing here, on the site's other networks. An endpoint that fails says nothing. */
async function inspect({ portico, adapter, sender: { namespace, networkId }, address, signal }: Inspecting) {
  const kindOn = async (where: NetworkId) => {
    const kind = await adapter.inspectRecipient?.({ address, networkId: where, signal }).catch(() => undefined)
    return { where, kind }
  }
  const { kind } = await kindOn(networkId)
  if (kind === 'contract' || kind === 'token' || kind === 'burn') return { kind, warning: { kind } as const }
  if (kind === undefined || signal.aborted) return { kind, warning: undefined }
  const others = requestedNetworks(portico, namespace).filter(({ id, testnet }) => id !== networkId && !testnet)
  const elsewhere = await Promise.all(others.slice(0, otherNetworkLimit).map(({ id }) => kindOn(id)))
  const found = elsewhere.find((one) => one.kind === 'contract' || one.kind === 'token')
  return { kind, warning: found && ({ kind: 'otherNetwork', networkId: found.where } as const) }
}
