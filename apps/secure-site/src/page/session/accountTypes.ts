import type { NetworkId } from '@portico/core'
import type { EmbeddedAccountType } from '@portico/core/embedded'
import * as z from 'zod/mini'
import type { FrameNetwork } from '../types.js'
import type { PageStore } from './store.js'

const storedAs = 'accountTypes'
const type = z.enum(['eoa', 'smartAccount'])
/** By CAIP-2 id of a network, by the chain family for those without a choice of their own, and what the site begins with. */
const choices = z.record(z.string(), type)

/** What the visitor chose to be: a plain account or a contract, on each network that has both. */
export interface AccountTypes {
  /** Looks at what another tab of this site has written. */
  readonly read: () => Promise<void>
  /** Networks on which the account can be a contract: those that the operator has turned on. */
  readonly networks: readonly NetworkId[]
  /**
   * What the account is on a network: what the visitor chose there, else what they chose last, else what the site begins with, else a
   * contract. Always plain where there are no contracts.
   */
  readonly on: (id: NetworkId) => EmbeddedAccountType
  /** Notes what the site begins with. */
  readonly begin: (siteDefault: EmbeddedAccountType | undefined) => Promise<void>
  /** Whether the visitor has chosen. */
  readonly isChosen: () => boolean
  readonly choose: (id: NetworkId, type: EmbeddedAccountType) => Promise<void>
  /** After a sign-out: nobody's choice stays. */
  readonly forget: () => Promise<void>
}

export async function openAccountTypes(store: PageStore, networks: readonly FrameNetwork[]): Promise<AccountTypes> {
  let chosen: Readonly<Record<string, EmbeddedAccountType>> = {}
  const read = async () => void (chosen = choices.safeParse(await store.get(storedAs)).data ?? {})
  await read()
  const able = networks.filter(({ id, smartAccounts }) => id.startsWith('eip155:') && smartAccounts).map(({ id }) => id)
  const own = (key: string) => (Object.hasOwn(chosen, key) ? chosen[key] : undefined)
  async function note(more: Readonly<Record<string, EmbeddedAccountType>>): Promise<void> {
    chosen = { ...chosen, ...more }
    await store.set(storedAs, chosen)
  }
  return {
    read,
    networks: able,
    on: (id) => (able.includes(id) ? (own(id) ?? own('eip155') ?? own('site') ?? 'smartAccount') : 'eoa'),
    isChosen: () => own('eip155') !== undefined,
    begin: async (siteDefault) => (siteDefault && siteDefault !== own('site') ? note({ site: siteDefault }) : undefined),
    choose: (id, wanted) => note({ [id]: wanted, eip155: wanted }),
    async forget() {
      chosen = {}
      await store.remove(storedAs)
    },
  }
}
