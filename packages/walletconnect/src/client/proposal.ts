import { isKey, type KeyPair } from '../crypto/agreement.js'
import { readAsked, type AskedNamespaces } from '../peer/namespaces.js'
import { isRecord, readSeconds } from '../peer/parse.js'

/** A proposal that is out: remembered, because a phone may reload the page while its visitor is in the wallet. */
export interface Proposal {
  /** Of the JSON-RPC request; and that of the request to be signed in, where there is one. */
  readonly id: number
  readonly authId?: number
  readonly pairing: string
  /** Key of the pairing, for the URI. */
  readonly key: string
  /** The site's X25519 pair, once it is made. */
  readonly pair?: KeyPair
  readonly asked: AskedNamespaces
  readonly required: AskedNamespaces
  /** Of the session that is asked for. */
  readonly properties?: Readonly<Record<string, unknown>>
  readonly scopedProperties?: Readonly<Record<string, unknown>>
  /** What was asked to be signed in with. Read again when the answer is there. */
  readonly auth?: object
  /** Tells whether the same is asked again. */
  readonly print: string
  /** Seconds since 1970. */
  readonly expiry: number
  /** The relay has it. A page that was thrown away before that sends it when it is back. */
  readonly sent?: true
  /** The session that the wallet has agreed to and not settled yet. */
  readonly agreed?: { readonly topic: string; readonly key: string; readonly other: string }
  /** The visitor turned away: a wallet that agrees now is told so. */
  readonly cancelled?: true
}

/** A stored proposal, when it is sound. */
export function readProposal(value: unknown): Proposal | undefined {
  if (!isRecord(value)) return undefined
  const { pairing, key, print } = value
  const { publicKey, privateKey } = isRecord(value['pair']) ? value['pair'] : {}
  const [id, authId, expiry] = [readSeconds(value['id']), readSeconds(value['authId']), readSeconds(value['expiry'])]
  const [asked, required] = [readAsked(value['asked']), readAsked(value['required'])]
  if (!id || !expiry || !isKey(pairing) || !isKey(key) || !asked || !required || typeof print !== 'string') return undefined
  const { auth, properties, scopedProperties } = value
  const agreed = isRecord(value['agreed']) ? value['agreed'] : undefined
  const [topic, sessionKey, other] = [agreed?.['topic'], agreed?.['key'], agreed?.['other']]
  return {
    id,
    pairing,
    key,
    asked,
    required,
    print,
    expiry,
    ...(isKey(publicKey) && isKey(privateKey) && { pair: { publicKey, privateKey } }),
    ...(authId && { authId }),
    ...(isRecord(properties) && { properties }),
    ...(isRecord(scopedProperties) && { scopedProperties }),
    ...(isRecord(auth) && { auth }),
    ...(value['sent'] === true && { sent: true as const }),
    ...(isKey(topic) && isKey(sessionKey) && isKey(other) && { agreed: { topic, key: sessionKey, other } }),
    ...(value['cancelled'] === true && { cancelled: true as const }),
  }
}
