import { SignInMessageError } from './errors.js'
import { type FieldName, families, fields, namespaces, type SignInMessage } from './message.js'
import { parseSignInMessage } from './parse.js'

/** The fields of a text as somebody else gives them: nothing is checked. */
export interface SignInFields extends Partial<Record<FieldName, string | undefined>> {
  /** Of CAIP-2. One that has no word of its own is called just "account". */
  readonly namespace: string
  readonly scheme?: string | undefined
  readonly domain: string
  readonly address: string
  readonly statement?: string | undefined
  readonly resources?: readonly string[] | undefined
}

/**
 * Puts fields into the form of a sign-in message, unchecked: for wallets, which are asked by others and show what they are asked.
 * Sites use {@link writeSignInMessage}.
 * @example const text = composeSignInMessage(message)
 */
export function composeSignInMessage(message: SignInFields): string {
  const namespace = namespaces.find((each) => each === message.namespace)
  const lines = fields.flatMap(([name, label]) => (message[name] === undefined ? [] : [label + message[name]]))
  if (message.resources) lines.push('Resources:', ...message.resources.map((resource) => `- ${resource}`))
  const said = message.statement ? [message.statement] : []
  return [
    `${message.scheme === undefined ? '' : `${message.scheme}://`}${message.domain} wants you to sign in with your ${namespace ? `${families[namespace]} ` : ''}account:`,
    message.address,
    // Without a statement EIP-4361 has two empty lines and Solana's text one.
    ...(namespace === 'solana'
      ? [...said, ...(lines.length > 0 ? [lines.join('\n')] : [])].flatMap((part) => ['', part])
      : ['', ...said, '', ...lines]),
  ].join('\n')
}

/**
 * Writes a sign-in message: for an account of Ethereum EIP-4361, of Solana Sign In With Solana, of Bitcoin the same with "Bitcoin account:".
 * @example
 * writeSignInMessage({
 *   namespace: 'eip155', domain: location.host, address, uri: location.origin, version: '1', chainId: '1', nonce,
 *   issuedAt: new Date().toISOString(), expirationTime: new Date(Date.now() + 86_400_000).toISOString(),
 * })
 * @throws {@link SignInMessageError} for what the text can't say: a statement with letters beyond ASCII, a domain that is none, …
 */
export function writeSignInMessage(message: SignInMessage): string {
  const text = composeSignInMessage(message)
  const read = parseSignInMessage(text)
  // A field with a line of its own in it would read as another one.
  const parts = ['namespace', 'scheme', 'domain', 'address', 'statement', ...fields.map(([name]) => name)] as const
  for (const part of parts) {
    if (read[part] !== message[part]) throw new SignInMessageError({ part: part === 'scheme' ? 'domain' : part })
  }
  if (read.resources?.length !== message.resources?.length) throw new SignInMessageError({ part: 'resources' })
  return text
}
