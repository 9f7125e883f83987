import { isNetworkId, namespaceOf, type NetworkId } from '@portico/core'
import type { EmbeddedAccountType, WalletSecurity } from '@portico/core/embedded'
import type { AnswerPayload } from '@portico/embedded/protocol'
import * as z from 'zod/mini'
import type { Addresses, FrameNetwork, Keys } from '../types.js'
import { openAccountTypes } from './accountTypes.js'
import { NetworkUnknownError, NotLoggedInError, SmartAccountError } from './errors.js'
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
    passphrase: z.exactOptional(z.boolean()),
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

/** Whether who is logged in has signed in to this site before. */
export const signedInAs = 'signedIn'
const storedAs = { wallet: 'wallet', networks: 'networks', recipients: 'recipients', signedIn: signedInAs } as const
/** Recipients that are remembered, for look-alikes and first transfers (S17). */
const mostRecipients = 200

export interface WalletOptions {
  readonly session: Session
  readonly store: PageStore
  readonly networks: readonly FrameNetwork[]
  /** Loads the code that opens the wallet. */
  readonly loadKeys: () => Promise<Keys>
  /** Loads what is known of accounts that are contracts. */
  readonly loadSmartAccounts?: () => Promise<SmartAccounts>
  /** The visitor chose another kind of account. */
  readonly onChosen?: () => void
  /** The network that the site began with. */
  readonly initial?: NetworkId | undefined
}

/** Accounts that are contracts, each of which is a key's. */
export interface SmartAccounts {
  /** Where the account of a key is, or will be: the same on every network. */
  readonly smartAccountAddress: (owner: string) => string
  /** Whether its code is there; undefined where the node does not say. Never rejects. */
  readonly isDeployed: (network: FrameNetwork, address: string) => Promise<boolean | undefined>
}

/** The account in use on an EVM network. */
export interface AccountInUse {
  readonly type: EmbeddedAccountType
  readonly address: string
  /** Address of the key, which is the plain account's. */
  readonly owner: string
}

/** The public side of the wallet: its addresses, the networks in use, and how safe it is. Loads the keys only when it has to. */
export async function openWallet({ session, store, networks, loadKeys, loadSmartAccounts, onChosen, initial }: WalletOptions) {
  const types = await openAccountTypes(store, networks)
  /** Accounts that are known to stand: a contract does not go away. */
  const standing = new Set<string>()
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

  /** @throws SmartAccountError where accounts are no contracts */
  async function smartAddress(id: NetworkId): Promise<string> {
    if (!loadSmartAccounts || !types.networks.includes(id)) throw new SmartAccountError()
    const [{ addresses }, { smartAccountAddress }] = await Promise.all([open(), loadSmartAccounts()])
    return smartAccountAddress(addresses.eip155)
  }

  /** The account that is used on an EVM network. */
  async function account(id: NetworkId): Promise<AccountInUse> {
    const { addresses } = await open()
    const owner = addresses.eip155
    if (types.on(id) === 'eoa') return { type: 'eoa', address: owner, owner }
    return { type: 'smartAccount', address: await smartAddress(id), owner }
  }

  async function isDeployed(id: NetworkId, address: string): Promise<boolean | undefined> {
    const network = networks.find((each) => each.id === id)
    const key = `${id}:${address}`
    if (standing.has(key)) return true
    const found = network && loadSmartAccounts && (await (await loadSmartAccounts()).isDeployed(network, address))
    if (found) standing.add(key)
    return found
  }

  return {
    types,
    account,
    smartAddress,
    isDeployed,
    /** Goes on with another account on the EVM network in use. @throws SmartAccountError where accounts are no contracts */
    async choose(type: EmbeddedAccountType): Promise<string> {
      const id = active.eip155
      if (type === 'smartAccount') await smartAddress(id)
      await types.choose(id, type)
      onChosen?.()
      return (await account(id)).address
    },
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
      const plain = namespaceOf(id) === 'solana' ? addresses.solana : addresses.eip155
      const smart = types.networks.includes(id) ? await smartAddress(id) : undefined
      const preferred = types.on(id)
      const isStanding = smart === undefined ? false : await isDeployed(id, smart)
      return {
        email: user.email,
        address: smart !== undefined && preferred === 'smartAccount' ? smart : plain,
        chainId: id,
        accounts: [...(smart === undefined ? [] : [{ address: smart, type: 'smartAccount' as const }]), { address: plain, type: 'eoa' }],
        ...(user.userName === null ? {} : { userName: user.userName }),
        preferredAccountType: preferred,
        ...(isStanding === undefined ? {} : { smartAccountDeployed: isStanding }),
        security,
        networks: networks.map((network) => network.id),
        ...(types.networks.length === 0 ? {} : { smartAccountNetworks: types.networks, accountTypeChosen: types.isChosen() }),
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
      standing.clear()
      await Promise.all([types.forget(), ...Object.values(storedAs).map((key) => store.remove(key))])
    },
  }
}

export type Wallet = Awaited<ReturnType<typeof openWallet>>

function fail(): never {
  throw new NotLoggedInError()
}
