import { createDapp } from '@portico/walletconnect/client'
import { asked, metadata } from './asked.mjs'

/** Our client, behind the face that the bench uses. */
export async function openClient({ relayUrl, storage, WebSocket }) {
  const dapp = createDapp({ relayUrl, metadata, ...(storage && { storage }), ...(WebSocket && { WebSocket }) })
  let approval
  let topic
  return {
    async connect() {
      const attempt = dapp.connect({ namespaces: asked })
      approval = attempt.approval
      return attempt.uri
    },
    async settled() {
      const { session } = await approval
      topic = session.topic
    },
    request: (method, params) => dapp.request({ topic, chainId: 'eip155:1', method, params }),
    close: () => dapp.close(),
  }
}
