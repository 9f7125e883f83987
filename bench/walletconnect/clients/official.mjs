import { SignClient } from '@walletconnect/sign-client'
import { asked, metadata } from './asked.mjs'

/** The official client, behind the same face. */
export async function openClient({ relayUrl }) {
  const client = await SignClient.init({ projectId: 'bench', relayUrl, metadata, logger: 'silent', telemetryEnabled: false })
  let approval
  let topic
  return {
    async connect() {
      const attempt = await client.connect({ optionalNamespaces: asked })
      approval = attempt.approval()
      return attempt.uri
    },
    async settled() {
      const session = await approval
      topic = session.topic
    },
    request: (method, params) => client.request({ topic, chainId: 'eip155:1', request: { method, params } }),
    async close() {
      client.core.heartbeat.stop()
      await client.core.relayer.transportClose()
    },
  }
}
