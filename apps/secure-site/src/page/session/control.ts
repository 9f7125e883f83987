import type { NetworkId } from '@portico/core'
import { pause } from '@portico/core/kit'
import type { PageKeys } from '../keys/index.js'
import { ownerOn, smartAccountAddress } from '../requests/evm/smart/account.js'
import { prepareOwnerChange } from '../requests/evm/smart/owner.js'
import { prepareUpgrade } from '../requests/evm/upgrade/own.js'
import { upgradeState } from '../requests/evm/upgrade/state.js'
import type { AccountControl, NetworkOwner, Returned } from '../screens/control.js'
import type { FrameNetwork, PreparedRequest, RequestContext } from '../types.js'
import { NetworkUnknownError, NoKeyLeftError, RejectedError } from './errors.js'
import { noteRotation, readRotation, type Rotation } from './rotation.js'
import type { PageStore } from './store.js'

export interface ControlOptions {
  /** Those with accounts that are contracts. */
  readonly networks: readonly FrameNetwork[]
  readonly store: PageStore
  readonly keys: Pick<PageKeys, 'evmAddresses' | 'withKey'>
  /** What is known of the account in use on a network. */
  readonly context: (on: NetworkId) => Promise<RequestContext>
  /** Shows what is asked until it is decided, and that it is being sent. @throws RejectedError */
  readonly approve: (prepared: PreparedRequest) => Promise<PreparedRequest>
  /** Shows Wallet safety again. */
  readonly back: (returned: Returned) => void
  readonly signal: AbortSignal
  /** Milliseconds between two looks whether it has happened. */
  readonly looks?: readonly number[]
}

/** A minute in all: a block of any network. */
const usualLooks: readonly number[] = [200, 300, 500, ...Array.from({ length: 59 }, () => 1000)]
/** Milliseconds after which what was sent and did not happen can be asked for again. */
const sendingTime = 180_000

/** What decides over the accounts: the visitor's own, which no site reaches (S15). Each step is an approval in a window. */
export function createControl(options: ControlOptions): AccountControl {
  const { networks, store, keys, context, approve, back, signal, looks = usualLooks } = options
  let known: readonly string[] | undefined
  const ownKeys = async () => (known ??= await keys.evmAddresses())

  const networkOf = (id: NetworkId): FrameNetwork => {
    const network = networks.find((each) => each.id === id)
    if (!network) throw new NetworkUnknownError({ chainId: id })
    return network
  }
  /** As both accounts of the first key are seen on a network. */
  async function contextsOn(id: NetworkId) {
    const { smartAccount, ...seen } = await context(id)
    const owner = smartAccount?.owner ?? seen.addresses.eip155
    const active = { ...seen.active, eip155: id }
    const plain: RequestContext = { ...seen, active, addresses: { ...seen.addresses, eip155: owner } }
    const smart = { ...plain, addresses: { ...seen.addresses, eip155: smartAccountAddress(owner) }, smartAccount: { owner } }
    return { plain, smart, fetch: seen.fetch }
  }

  async function carryOut({ prepared, to, outcome, isDone, onSent = async () => {} }: Step): Promise<void> {
    const network = prepared.networkName
    try {
      const approved = await approve(prepared)
      await approved.sign(keys)
      await onSent()
      const done = await happens(isDone, looks, signal)
      if (!signal.aborted) back({ to, network, outcome: done ? outcome : 'pending' })
    } catch (error) {
      // A visitor who has left wants nothing shown.
      if (!signal.aborted) back({ to, network, ...(!(error instanceof RejectedError) && { error }) })
    }
  }

  /** Who decides on each network, and which key is being given to the account. */
  async function look(): Promise<{ readonly lines: readonly NetworkOwner[]; readonly rotation: Rotation }> {
    const mine = await ownKeys()
    const owners = await Promise.all(
      networks.map(async (network) => {
        const { smart, fetch } = await contextsOn(network.id)
        const owner = await ownerOn({ network, address: smart.addresses.eip155, fetch }).catch(() => 'silent' as const)
        return { network, owner, index: owner === undefined || owner === 'silent' ? -1 : mine.indexOf(owner) }
      }),
    )
    const kept = await readRotation(store)
    // Another browser may have begun.
    const target = Math.max(kept.target, 1, ...owners.map(({ index }) => index))
    const sent = Object.fromEntries(
      Object.entries(kept.sent).filter(
        ([id, at]) => Date.now() - at < sendingTime && owners.some((each) => each.network.id === id && each.index !== target),
      ),
    )
    const lines = owners.map(({ network: { id, name }, owner, index }): NetworkOwner => {
      const state = owner === 'silent' ? owner : id in sent ? 'sent' : owner === undefined ? 'absent' : stateOf(index, target)
      return { id, name, state }
    })
    return { lines, rotation: { target, sent } }
  }

  return {
    upgrades: () =>
      Promise.all(
        networks.map(async (network) => {
          const { plain, fetch } = await contextsOn(network.id)
          const state = await upgradeState({ network, address: plain.addresses.eip155, fetch }).catch(() => 'silent' as const)
          return { id: network.id, name: network.name, state }
        }),
      ),
    async setUpgrade(id, upgraded) {
      const network = networkOf(id)
      const { plain, fetch } = await contextsOn(id)
      const prepared = await prepareUpgrade({ id: crypto.randomUUID(), upgraded, network, context: plain })
      const isDone = async () => ((await upgradeState({ network, address: plain.addresses.eip155, fetch })) === 'upgraded') === upgraded
      void carryOut({ prepared, to: 'upgrades', outcome: upgraded ? 'upgradeDone' : 'takeBackDone', isDone })
    },
    owners: async () => (await look()).lines,
    async changeOwner(id) {
      const network = networkOf(id)
      const [{ rotation }, { smart, fetch }, mine] = await Promise.all([look(), contextsOn(id), ownKeys()])
      const owner = mine[rotation.target]
      if (owner === undefined) throw new NoKeyLeftError()
      // Noted before it is asked for: after a reload the same key goes on.
      await noteRotation(store, rotation)
      const prepared = await prepareOwnerChange({ id: crypto.randomUUID(), owner, network, context: smart })
      const isDone = async () => (await ownerOn({ network, address: smart.addresses.eip155, fetch })) === owner
      const onSent = async () => noteRotation(store, { ...rotation, sent: { ...rotation.sent, [id]: Date.now() } })
      void carryOut({ prepared, to: 'owner', outcome: 'changeDone', isDone, onSent })
    },
    async changeAgain() {
      const { lines, rotation } = await look()
      if (lines.some(({ state }) => state !== 'changed' && state !== 'absent')) return
      if ((await ownKeys())[rotation.target + 1] === undefined) throw new NoKeyLeftError()
      await noteRotation(store, { target: rotation.target + 1, sent: {} })
    },
  }
}

interface Step {
  readonly prepared: PreparedRequest
  readonly to: Returned['to']
  readonly outcome: NonNullable<Returned['outcome']>
  readonly isDone: () => Promise<boolean>
  readonly onSent?: () => Promise<void>
}

const stateOf = (index: number, target: number): NetworkOwner['state'] =>
  index < 0 ? 'other' : index === target ? 'changed' : index === 0 ? 'first' : 'older'

async function happens(isDone: () => Promise<boolean>, looks: readonly number[], signal: AbortSignal): Promise<boolean> {
  for (const wait of looks) {
    if (signal.aborted) return false
    if (await isDone().catch(() => false)) return true
    await pause(wait)
  }
  return false
}
