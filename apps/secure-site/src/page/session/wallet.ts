import { isNetworkId, namespaceOf, type NetworkId } from '@portico/core'
import type { WalletSecurity } from '@portico/core/embedded'
import type { AnswerPayload } from '@portico/embedded/protocol'
import * as z from 'zod/mini'
import type { Addresses, FrameNetwork, Keys } from '../types.js'
import { NetworkUnknownError, NotLoggedInError } from './errors.js'
import type { Session } from './session.js'
import type { PageStore } from './store.js'

/** Chain families that the wallet has accounts in. */
export type WalletNamespace = 'eip155' | 'solana'

const known = z.object({
  userId: z.string(),
  addresses: z.object({ eip155: z.string(), solana: z.string() }),
  security: z.object({
    mode: z.enum(['assisted', 'progressive', 'user']),
    passkeys: z.number(),
    recoveryCode: z.boolean(),
    device: z.boolean(),
    recoverable: z.exactOptional(z.boolean()),
  }),
})
type Known = z.infer<typeof known>

const places = z.object({
  eip155: z.optional(z.string()),
  solana: z.optional(z.string()),
  last: z.optional(z.enum(['eip155', 'solana'])),
})

const storedAs = { wallet: 'wallet', networks: 'networks', recipients: 'recipients' } as const
/** Recipients that are remembered, for look-alikes and first transfers (S17). */
const mostRecipients = 200

export interface WalletOptions {
  readonly session: Session
  readonly store: PageStore
  readonly networks: readonly FrameNetwork[]
  /** Loads the code that opens the wallet. */
  readonly loadKeys: () => Promise<Keys>
  /** The network that the site began with. */
  readonly initial?: NetworkId | undefined
}

/** The public side of the wallet: its addresses, the networks in use, and how safe it is. Loads the keys only when it has to. */
export async function openWallet({ session, store, networks, loadKeys, initial }: WalletOptions) {
  let facts = known.safeParse(await store.get(storedAs.wallet)).data
  let opening: Promise<Known> | undefined
  let recipients = z.array(z.string()).safeParse(await store.get(storedAs.recipients)).data ?? []

  const kept = places.safeParse(await store.get(storedAs.networks)).data ?? {}
  const served = (id: string | undefined): NetworkId | undefined => networks.find((network) => network.id === id)?.id
  const first = (namespace: WalletNamespace): NetworkId => networks.find(({ id }) => namespaceOf(id) === namespace)?.id ?? `${namespace}:0`
  const active: Record<WalletNamespace, NetworkId> = {
    eip155: served(kept.eip155) ?? first('eip155'),
    solana: served(kept.solana) ?? first('solana'),
  }
  let last: WalletNamespace = kept.last ?? 'eip155'
  if (initial && served(initial)) activate(initial)

  function activate(id: NetworkId): void {
    last = namespaceOf(id) === 'solana' ? 'solana' : 'eip155'
    active[last] = id
  }

  /** @throws NotLoggedInError */
  const login = () => session.current() ?? fail()

  async function learn(): Promise<Known> {
    const { user } = login()
    const keys = await loadKeys()
    const addresses = await keys.open()
    facts = { userId: user.id, addresses: { ...addresses }, security: await keys.security() }
    await store.set(storedAs.wallet, facts)
    return facts
  }

  /** Addresses of who is logged in. Makes the wallet at the first login. */
  async function open(): Promise<Known> {
    const { user } = login()
    if (facts?.userId === user.id) return facts
    const attempt = opening ?? learn()
    opening = attempt
    try {
      const result = await attempt
      return result.userId === user.id ? result : open()
    } finally {
      if (opening === attempt) opening = undefined
    }
  }

  return {
    active: (): Readonly<Record<WalletNamespace, NetworkId>> => ({ ...active }),
    serves: (id: NetworkId): boolean => served(id) !== undefined,
    /** CAIP-2 id of the network that was used last. */
    chainId: (): NetworkId => active[last],
    /** @throws NetworkUnknownError 4902 */
    async switchTo(id: NetworkId): Promise<NetworkId> {
      if (!isNetworkId(id) || !served(id)) throw new NetworkUnknownError({ chainId: id })
      activate(id)
      await store.set(storedAs.networks, { ...active, last })
      return id
    },
    addresses: async (): Promise<Addresses> => (await open()).addresses,
    security: async (): Promise<WalletSecurity> => (await open()).security,
    /** Reads anew how safe the wallet is, after something changed. */
    async refresh(): Promise<void> {
      if (session.current()) await learn()
    },
    /**
     * Who is logged in, on one network: the one asked for, or the one in use.
     * @throws NotLoggedInError, NetworkUnknownError
     */
    async user(chainId: NetworkId = active[last]): Promise<AnswerPayload<'GET_USER'>> {
      const { user } = login()
      const id = served(chainId)
      if (!id) throw new NetworkUnknownError({ chainId })
      const { addresses, security } = await open()
      const address = namespaceOf(id) === 'solana' ? addresses.solana : addresses.eip155
      return {
        email: user.email,
        address,
        chainId: id,
        accounts: [{ address, type: 'eoa' }],
        ...(user.userName === null ? {} : { userName: user.userName }),
        preferredAccountType: 'eoa',
        smartAccountDeployed: false,
        security,
        networks: networks.map((network) => network.id),
      }
    },
    /** Addresses that this wallet knows: where it has sent to. Its own are added by who asks. */
    recipients: (): readonly string[] => recipients,
    async remember(addresses: readonly string[]): Promise<void> {
      recipients = [...new Set([...addresses, ...recipients])].slice(0, mostRecipients)
      await store.set(storedAs.recipients, recipients)
    },
    /** After a sign-out: nobody's addresses stay. */
    async forget(): Promise<void> {
      facts = undefined
      opening = undefined
      recipients = []
      await Promise.all(Object.values(storedAs).map((key) => store.remove(key)))
    },
  }
}

export type Wallet = Awaited<ReturnType<typeof openWallet>>

function fail(): never {
  throw new NotLoggedInError()
}
