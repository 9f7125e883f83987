import { ClientClosedError, SessionNotFoundError } from '../errors.js'
import type { Publication, Relay } from '../relay/types.js'
import { linkUrl } from './link.js'
import type { Mail } from './mail.js'
import { ruleOf } from './methods.js'
import type { PeerOptions } from './options.js'
import type { Part } from './part.js'
import type { StoredSession } from './stored.js'
import type { Topics } from './topics.js'
import type { Peer } from './types.js'

/** Says things to the other side. */
export interface Outgoing extends Pick<Peer, 'send' | 'reply'> {
  /**
   * Seals a message and hands it to the relay, or to the system as a link. @throws ClientClosedError, SessionNotFoundError, RelayError
   * @param how the relay treats it
   * @param sealing how it is sealed, where the topic's key is not the one to use, and the link that it travels in
   */
  readonly post: (
    topic: string,
    message: object,
    how: Omit<Publication, 'topic' | 'message'>,
    sealing?: { readonly key: string; readonly senderPublicKey?: string; readonly link?: string },
    signal?: AbortSignal,
  ) => Promise<void>
}

/**
 * @param sessionOf whether messages of a topic travel as links is up to its session
 * @param onPost is told of each message: one's own, sent back, is nobody's
 */
export function createOutgoing(
  { openLink, attestation }: Pick<PeerOptions, 'openLink' | 'attestation'>,
  relay: Pick<Relay, 'publish' | 'status'>,
  mail: Part<Pick<Mail, 'seal'>>,
  topics: Pick<Topics, 'get'>,
  sessionOf: (topic: string) => StoredSession | undefined,
  onPost: (topic: string, envelope: string) => void,
): Outgoing {
  const post: Outgoing['post'] = async (topic, message, how, sealing, signal) => {
    if (relay.status() === 'closed') throw new ClientClosedError()
    const opener = topics.get(topic)?.opener
    const key = sealing ?? (opener && 'key' in opener ? opener : undefined)
    if (!key) throw new SessionNotFoundError()
    const link = openLink && (sealing?.link ?? sessionOf(topic)?.link)
    const { seal } = mail.now() ?? (await mail.load())
    const envelope = seal({ ...key, message: JSON.stringify(message), encoding: link ? 'base64url' : 'base64' })
    onPost(topic, envelope)
    if (link) openLink(linkUrl(link, topic, envelope))
    else await relay.publish({ topic, message: envelope, ...how }, signal)
  }

  return {
    post,
    send({ topic, id, method, params, ttl, signal }) {
      const { tags, ttl: usual, prompt } = ruleOf(method)
      const how = { ttl: ttl ?? usual, tag: tags[0], ...(prompt && { prompt, ...(attestation && { attestation }) }) }
      return post(topic, { id, jsonrpc: '2.0', method, params }, how, undefined, signal)
    },
    reply(topic, id, method, { refusal: isRefusal, ...said }, sealing) {
      const { tags, ttl } = ruleOf(method)
      const [, usual, refusal = usual] = tags
      return post(topic, { id, jsonrpc: '2.0', ...said }, { ttl, tag: isRefusal ? refusal : usual }, sealing)
    },
  }
}
