import { seal } from '../crypto/envelope.js'
import { ClientClosedError, SessionNotFoundError } from '../errors.js'
import type { Relay } from '../relay/types.js'
import { linkUrl } from './link.js'
import { ruleOf } from './methods.js'
import type { PeerOptions } from './options.js'
import type { StoredSession } from './stored.js'
import type { Topics } from './topics.js'
import type { Peer } from './types.js'

/** Says things to the other side. */
export interface Outgoing extends Pick<Peer, 'send' | 'reply'> {
  /**
   * Seals a message and hands it to the relay, or to the system as a link. @throws ClientClosedError, SessionNotFoundError, RelayError
   * @param sealing how, where the topic's key is not the one to use
   */
  readonly post: (
    topic: string,
    message: object,
    how: {
      /** Seconds that the relay keeps it. */
      readonly ttl: number
      readonly tag: number
      readonly prompt?: boolean
      readonly sealing?: { readonly key: string; readonly senderPublicKey?: string } | undefined
      readonly signal?: AbortSignal | undefined
    },
  ) => Promise<void>
}

export interface OutgoingOptions {
  readonly options: PeerOptions
  readonly relay: Pick<Relay, 'publish' | 'status'>
  readonly topics: Pick<Topics, 'openerOf'>
  readonly sessionOf: (topic: string) => StoredSession | undefined
  /** Is told of each message: one's own, sent back, is nobody's. */
  readonly onPost: (topic: string, envelope: string) => void
}

export function createOutgoing({ options, relay, topics, sessionOf, onPost }: OutgoingOptions): Outgoing {
  const { openLink, attestation } = options

  const post: Outgoing['post'] = async (topic, message, { ttl, tag, prompt = false, sealing, signal }) => {
    if (relay.status() === 'closed') throw new ClientClosedError()
    const opener = topics.openerOf(topic)
    const key = sealing ?? (opener && 'key' in opener ? opener : undefined)
    if (!key) throw new SessionNotFoundError()
    const link = openLink && sessionOf(topic)?.link
    const envelope = seal({ ...key, message: JSON.stringify(message), encoding: link ? 'base64url' : 'base64' })
    onPost(topic, envelope)
    if (link) return openLink(linkUrl(link, topic, envelope))
    await relay.publish(
      { topic, message: envelope, ttl, tag, ...(prompt && { prompt }), ...(attestation && prompt && { attestation }) },
      signal,
    )
  }

  return {
    post,
    send({ topic, id, method, params, ttl, signal }) {
      const { tags, ttl: usual, prompt } = ruleOf(method)
      return post(topic, { id, jsonrpc: '2.0', method, params }, { ttl: ttl ?? usual, tag: tags[0], ...(prompt && { prompt }), signal })
    },
    reply(topic, id, method, said, sealing) {
      const { tags, ttl } = ruleOf(method)
      const [, usual, refusal = usual] = tags
      const tag = 'error' in said && said.refusal ? refusal : usual
      const body = 'error' in said ? { error: said.error } : { result: said.result }
      return post(topic, { id, jsonrpc: '2.0', ...body }, { ttl, tag, sealing })
    },
  }
}
