import { bytesToHex } from 'viem/utils'
import type { DetailLine, FrameNetwork } from '../types.js'
import { checkNameMessage, readNameMessage } from './nameMessage.js'
import { readSignIn } from './siwe.js'
import { decodeUtf8, visible } from './text.js'
import { type Finding, type PrepareContext, warning } from './types.js'

interface MessageParameters {
  readonly bytes: Uint8Array
  /** The bytes as text, where they can be read. */
  readonly text: string | undefined
  readonly namespace: 'eip155' | 'solana'
  readonly address: string
  readonly network: FrameNetwork
  readonly context: PrepareContext
}

/**
 * What a message comes to: a sign-in with its fields as values (`domain`, `uri`, `chainId`, `nonce`, `issuedAt`, `statement`, …), what
 * becomes of a name, a text that is shown whole, or bytes as hex, which nobody can read.
 * @throws SignInRefusedError, ChainMismatchError (S25, S14), NameMessageRefusedError
 */
export function messageFinding({ bytes, text, namespace, address, network, context }: MessageParameters): {
  finding: Finding
  details: readonly DetailLine[]
} {
  const rules = { origin: context.origin, address, namespace, chain: network.id.slice(namespace.length + 1) }
  // Also of bytes that are not shown as text: a verifier may be less particular.
  const decoded = text ?? decodeUtf8(bytes) ?? new TextDecoder().decode(bytes)
  const signIn = readSignIn(decoded, rules)
  checkNameMessage(decoded, context.origin)
  if (text === undefined) {
    const effect = { kind: 'message', values: { bytes: String(bytes.length) }, message: bytesToHex(bytes) } as const
    return { finding: { effects: [effect], warnings: [warning('blindMessage')], risk: 'risky' }, details: [] }
  }
  const details = [{ path: 'message', value: visible(text) }]
  const ofName = readNameMessage(text)
  if (ofName) {
    // Whoever gets the name, or the address behind it, gets what others send to it.
    const isGiven = ['address', 'transfer', 'release'].includes(ofName['action'] ?? '')
    return { finding: { effects: [{ kind: 'name', values: ofName }], warnings: [], risk: isGiven ? 'risky' : 'normal' }, details }
  }
  if (!signIn) return { finding: { effects: [{ kind: 'message', values: {}, message: text }], warnings: [], risk: 'normal' }, details }
  const { values, resources, expirationTime } = signIn
  const expired = expirationTime !== undefined && Date.parse(expirationTime) <= Date.now()
  const finding: Finding = {
    effects: [{ kind: 'signIn', values, message: text }],
    warnings: expired ? [warning('willFail')] : [],
    risk: context.newOrigin ? 'risky' : 'normal',
  }
  const fields = Object.entries(values).map(([name, value]) => ({ path: `signIn.${name}`, value: visible(value) }))
  return {
    finding,
    details: [...details, ...fields, ...resources.map((value, index) => ({ path: `signIn.resources[${index}]`, value: visible(value) }))],
  }
}
