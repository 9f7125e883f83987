import { authMessage, createDapp, type AskedNamespaces, type Session } from '@portico/walletconnect/client'
import { asked, authentication, signInPage, site } from './asked.js'
import type { Dapp, Environment, Happening, Shown } from './types.js'

const show = ({ topic, namespaces, expiry, peer }: Session): Shown => ({
  topic,
  accounts: Object.values(namespaces).flatMap(({ accounts }) => accounts),
  expiry,
  peer: peer.name,
})

/** Portico's own client. @param more what differs from the row's own */
export async function porticoDapp(
  { relayUrl, storage, WebSocket }: Environment,
  more: { readonly relayUrl?: string | readonly string[]; readonly projectId?: string } = {},
): Promise<Dapp> {
  const events: Happening[] = []
  const start = () => {
    const made = createDapp({ relayUrl, storage, metadata: site, ...(WebSocket && { WebSocket }), ...more })
    made.on('sessionEvent', ({ name, data, chainId }) => void events.push({ name, data, chainId }))
    return made
  }
  const namespaces: AskedNamespaces = asked()
  let dapp = start()
  return {
    events,
    async connect() {
      const { uri, approval } = dapp.connect({ namespaces })
      const settled = approval.then(({ session }) => {
        if (!session) throw new Error('There is no session.')
        return show(session)
      })
      return { uri, approval: settled }
    },
    async connectAgain() {
      const pairing = dapp.pairings().at(-1)?.topic ?? ''
      const { session } = await dapp.connect({ namespaces, pairing }).approval
      if (!session) throw new Error('There is no session.')
      return show(session)
    },
    async authenticate() {
      const { uri, approval } = dapp.connect({ namespaces, authenticate: { ...authentication(), aud: signInPage } })
      return {
        uri,
        approval: approval.then(({ session, cacaos = [] }) => ({
          topic: session?.topic,
          issuers: cacaos.map(({ p }) => p.iss),
          signed: cacaos.map(({ p, s }) => ({ message: authMessage(p, p.iss), signature: s.s })),
        })),
      }
    },
    request: (request) => dapp.request(request),
    sessions: () => dapp.sessions().map(show),
    ping: (topic) => dapp.ping({ topic }),
    disconnect: (topic) => dapp.disconnect({ topic }),
    async restart() {
      dapp.close()
      dapp = start()
    },
    close: async () => dapp.close(),
  }
}
