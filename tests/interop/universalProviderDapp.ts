import { UniversalProvider } from '@walletconnect/universal-provider'
import { asked, authentication, signInPage, site } from './asked.js'
import { forgetVerify, goodbye, leave, officialOptions, showOfficial } from './official.js'
import type { Dapp, Environment, Happening } from './types.js'

/** The official provider, as most sites use the official client. It has one session at a time. */
export async function universalProviderDapp(environment: Environment): Promise<Dapp> {
  const options = officialOptions(environment, 'universal-provider')
  const events: Happening[] = []
  const start = async () => {
    const made = await UniversalProvider.init({ ...options, metadata: site })
    forgetVerify(made.client.core)
    made.client.on('session_event', ({ params }) => void events.push({ ...params.event, chainId: params.chainId }))
    return made
  }
  let provider = await start()

  /** Its code comes as an event while it waits for the wallet. */
  async function withCode<T>(ask: () => Promise<T>): Promise<{ readonly uri: string; readonly approval: Promise<T> }> {
    const shown = new Promise<string>((resolve) => provider.once('display_uri', resolve))
    const approval = ask()
    const uri = await Promise.race([shown, approval.then(() => '')])
    return { uri, approval }
  }

  return {
    events,
    connect: () =>
      withCode(async () => {
        const session = await provider.connect({ optionalNamespaces: asked() })
        if (!session) throw new Error('There is no session.')
        return showOfficial(session)
      }),
    /** By the client below: the provider unsubscribes from all its pairings whenever it connects, so that it never hears an answer there. */
    async connectAgain() {
      const pairingTopic = provider.client.core.pairing.getPairings().findLast(({ active }) => active)?.topic ?? ''
      return showOfficial(await (await provider.client.connect({ optionalNamespaces: asked(), pairingTopic })).approval())
    },
    authenticate: () =>
      withCode(async () => {
        const { session, auths = [] } = await provider.authenticate({ ...authentication(), uri: signInPage })
        return { topic: session?.topic, issuers: auths.map(({ p }) => p.iss) }
      }),
    request: ({ topic, chainId, method, params }) =>
      topic === provider.session?.topic
        ? provider.request({ method, params: params as object }, chainId) // its type is narrower than JSON-RPC's
        : provider.client.request({ topic, chainId, request: { method, params } }),
    sessions: () => provider.client.session.getAll().map(showOfficial),
    ping: (topic) => provider.client.ping({ topic }),
    disconnect: (topic) =>
      topic === provider.session?.topic ? provider.disconnect() : provider.client.disconnect({ topic, reason: goodbye }),
    async restart() {
      await leave(provider.client.core)
      provider = await start()
    },
    close: () => leave(provider.client.core),
  }
}
