import type { Approved, Session, WalletClient } from '@portico/walletconnect/wallet'
import { familyOf, referenceOf } from './networks.js'

export interface SessionsOptions {
  readonly client: () => WalletClient
  /** The EVM chain in use, by CAIP-2. */
  readonly chain: () => string
  readonly knows: (chain: string) => boolean
  /** CAIP-10 accounts on a chain, the active one first. */
  readonly accountsOn: (chain: string) => readonly string[]
}

/** What the person does to sessions that are open: to all of them, or to the one with a topic. */
export function createSessions({ client, chain: chainInUse, knows, accountsOn }: SessionsOptions) {
  const sessionsOf = (topic: string | undefined) =>
    client()
      .sessions()
      .filter((session) => topic === undefined || session.topic === topic)

  /** Does something to each session; one that fails does not keep the others from it. */
  async function forEach(topic: string | undefined, work: (session: Session) => Promise<unknown>) {
    const all = sessionsOf(topic)
    if (topic !== undefined && all.length === 0) throw new Error('There is no such session.')
    const failed = (await Promise.allSettled(all.map(work))).find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
  }

  const covers = ({ namespaces }: Session, chain: string, event: string) => {
    const namespace = namespaces[familyOf(chain)]
    return namespace?.chains.includes(chain) === true && namespace.events.includes(event)
  }
  const emitTo = async (session: Session, chainId: string, name: string, data: unknown) => {
    if (covers(session, chainId, name)) await client().emitEvent({ topic: session.topic, chainId, name, data })
  }
  /** Tells a site something about a family, on the chain in use there. */
  async function tell(session: Session, family: string, name: string, data: (chain: string) => unknown) {
    const chains = session.namespaces[family]?.chains ?? []
    const chain = chainInUse()
    const on = chains.includes(chain) ? chain : chains[0]
    if (on !== undefined) await emitTo(session, on, name, data(on))
  }
  /** Changes what a session covers. A site that is away takes note when it is back: nobody waits for it here. */
  async function change(session: Session, namespaces: Approved): Promise<Session> {
    await soon(client().update({ topic: session.topic, namespaces }))
    return client().session(session.topic) ?? session
  }

  /** The session's namespaces with the accounts that the person shows now, and a chain more if need be. */
  function renewed({ namespaces }: Session, chain?: string): Approved {
    return Object.fromEntries(
      Object.entries(namespaces).map(([family, namespace]) => {
        const adds = chain !== undefined && familyOf(chain) === family && !namespace.chains.includes(chain)
        const chains = adds ? [...namespace.chains, chain] : namespace.chains
        return [family, { ...namespace, chains, accounts: chains.filter((one) => knows(one)).flatMap(accountsOn) }]
      }),
    )
  }

  /** Sessions come to cover a chain, and hear of it. */
  async function moveTo(chain: string, topic?: string) {
    await forEach(topic, async (session) => {
      const namespace = session.namespaces[familyOf(chain)]
      if (!namespace) return
      const now = namespace.chains.includes(chain) ? session : await change(session, renewed(session, chain))
      const reference = referenceOf(chain)
      await emitTo(now, chain, 'chainChanged', familyOf(chain) === 'eip155' ? Number(reference) : reference)
    })
  }

  return { forEach, emitTo, tell, change, renewed, moveTo }
}

/** How long, in milliseconds, the person's own doings wait for a site to take note. */
const patience = 2_000

/** Waits for a promise, as far as it does not take too long. It may still fail before. */
async function soon(promise: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  promise.catch(() => {})
  await Promise.race([promise, new Promise<void>((resolve) => (timer = setTimeout(resolve, patience)))])
  clearTimeout(timer)
}
