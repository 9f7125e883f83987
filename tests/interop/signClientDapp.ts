import { SignClient } from '@walletconnect/sign-client'
import { asked, authentication, signInPage, site } from './asked.js'
import { forgetVerify, goodbye, leave, officialOptions, showOfficial } from './official.js'
import type { Dapp, Environment, Happening } from './types.js'

/** The official client. */
export async function signClientDapp(environment: Environment): Promise<Dapp> {
  const options = officialOptions(environment, 'sign-client')
  const events: Happening[] = []
  const start = async () => {
    const made = await SignClient.init({ ...options, metadata: site })
    forgetVerify(made.core)
    made.on('session_event', ({ params }) => void events.push({ ...params.event, chainId: params.chainId }))
    return made
  }
  let dapp = await start()
  return {
    events,
    async connect() {
      const { uri, approval } = await dapp.connect({ optionalNamespaces: asked() })
      return { uri: uri ?? '', approval: approval().then(showOfficial) }
    },
    async connectAgain() {
      const pairingTopic = dapp.core.pairing.getPairings().findLast(({ active }) => active)?.topic ?? ''
      return showOfficial(await (await dapp.connect({ optionalNamespaces: asked(), pairingTopic })).approval())
    },
    async authenticate() {
      const { uri, response } = await dapp.authenticate({ ...authentication(), uri: signInPage })
      const approval = response().then(({ session, auths = [] }) => ({ topic: session?.topic, issuers: auths.map(({ p }) => p.iss) }))
      return { uri: uri ?? '', approval }
    },
    request: ({ topic, chainId, method, params }) => dapp.request({ topic, chainId, request: { method, params } }),
    sessions: () => dapp.session.getAll().map(showOfficial),
    ping: (topic) => dapp.ping({ topic }),
    disconnect: (topic) => dapp.disconnect({ topic, reason: goodbye }),
    async restart() {
      await leave(dapp.core)
      dapp = await start()
    },
    close: () => leave(dapp.core),
  }
}
