import { SignInMessageError } from './errors.js'
import { type FieldName, families, fields, namespaces, type SignInMessage, type SignInNamespace, type SignInPart } from './message.js'
import { readTime } from './time.js'

const character = String.raw`[\w\-.~!$&'()*+,;=]|%[\dA-Fa-f]{2}`
const literal = String.raw`\[(?:[\dA-Fa-f:.]+|v[\dA-Fa-f]+\.[\w\-.~!$&'()*+,;=:]+)\]`
const authority = String.raw`(?:(?:${character}|:)*@)?(?:${literal}|(?:${character})+)(?::\d*)?`
const segment = `(?:${character}|[:@])`
const rest = `(?:${segment}|[/?])*`
const scheme = String.raw`[a-zA-Z][a-zA-Z\d+\-.]*`
/** RFC 3986. */
const uri = new RegExp(
  String.raw`^${scheme}:(?://(?:${authority})?(?:/${segment}*)*|/?(?:${segment}+(?:/${segment}*)*)?)(?:\?${rest})?(?:#${rest})?$`,
)
const head = new RegExp(`^(?:(${scheme})://)?(${authority}) wants you to sign in with your ([A-Z][a-z]+) account:$`)
const statement = /^(?:[\w\-.~:/?#[\]@!$&'()*+,;=]| )+$/
const nonce = /^[\da-zA-Z]{8,256}$/
const requestId = new RegExp(`^${segment}*$`)
const loose = { statement: /^.+$/u, uri: new RegExp(String.raw`^${scheme}:\S*$`, 'u') }

const addresses = { eip155: /^0x[\da-fA-F]{40}$/, solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/, bip122: /^[\da-zA-Z]{26,90}$/ }
const chains = { eip155: /^\d{1,32}$/, solana: /^[\w\-:]{1,48}$/, bip122: /^[\da-f]{32}$/ }

const isTime = (text: string) => readTime(text) !== undefined

export interface ParseOptions {
  /**
   * For wallets, which show what sites ask: the statement may be any line, and a URI anything without spaces. Where each field
   * stands is no less strict.
   */
  readonly loose?: boolean
}

/**
 * Reads a sign-in message: all of the text, each field once, in its place and as the standard has it. What it accepts is what
 * {@link writeSignInMessage} writes; of Solana's without a statement, also the form with two empty lines.
 * @example parseSignInMessage(text).domain
 * @throws {@link SignInMessageError}
 */
export function parseSignInMessage(text: string, options: ParseOptions = {}): SignInMessage {
  const lines = text.split('\n')
  const [, scheme, domain, family] = head.exec(lines[0] ?? '') ?? []
  const refuse = (part: SignInPart) => new SignInMessageError({ part })
  if (domain === undefined) throw refuse('domain')
  const namespace = namespaceOf(family)
  if (!namespace) throw refuse('namespace')
  const isUri = (value: string) => (options.loose ? loose.uri : uri).test(value)
  const [, address = ''] = lines
  if (!addresses[namespace].test(address)) throw refuse('address')
  let at = 2
  /** Solana's may end here; the others go on to the time of issue. */
  const ended = () => namespace === 'solana' && at === lines.length
  const found: Partial<Record<FieldName | 'statement', string>> = {}
  if (!ended()) {
    if (lines[at++] !== '') throw refuse('statement')
    const line = lines[at]
    if (line === undefined) throw refuse('end')
    if (line === '') at++
    // Without a statement EIP-4361 has two empty lines and Solana's text one.
    else if (namespace !== 'solana' || !isField(line)) {
      if (isField(line) || !(options.loose ? loose.statement : statement).test(line)) throw refuse('statement')
      found.statement = line
      at++
      if (!ended() && lines[at++] !== '') throw refuse('statement')
    }
    if (lines[at - 1] === '' && at === lines.length) throw refuse('end')
  }
  const accepts: Record<FieldName, (value: string) => boolean> = {
    uri: isUri,
    version: (value) => value === '1',
    chainId: (value) => chains[namespace].test(value),
    nonce: (value) => nonce.test(value),
    issuedAt: isTime,
    expirationTime: isTime,
    notBefore: isTime,
    requestId: (value) => requestId.test(value),
  }
  for (const [index, [name, label]] of fields.entries()) {
    const line = lines[at]
    if (line?.startsWith(label)) {
      const value = line.slice(label.length)
      if (!accepts[name](value)) throw refuse(name)
      found[name] = value
      at++
    } else if (namespace !== 'solana' && index < 5) throw refuse(name)
  }
  let resources: string[] | undefined
  if (lines[at] === 'Resources:') {
    resources = lines.slice(at + 1).map((line) => {
      if (!line.startsWith('- ') || !isUri(line.slice(2))) throw refuse('resources')
      return line.slice(2)
    })
    at = lines.length
  }
  if (at < lines.length) throw refuse('end')

  const { uri: page, version: _version, chainId, nonce: random, issuedAt, ...optional } = found
  const common = { ...(scheme !== undefined && { scheme }), domain, address, ...optional, ...(resources && { resources }) }
  if (namespace === 'solana') {
    const { version, ...named } = found
    return { namespace, ...common, ...named, ...(version !== undefined && { version: '1' }) }
  }
  if (page === undefined || chainId === undefined || random === undefined || issuedAt === undefined) throw refuse('end')
  return { namespace, ...common, uri: page, version: '1', chainId, nonce: random, issuedAt }
}

function namespaceOf(family: string | undefined): SignInNamespace | undefined {
  return namespaces.find((namespace) => families[namespace] === family)
}

/** Whether a line could be taken for a field: no statement begins like one. */
function isField(line: string): boolean {
  return line === 'Resources:' || fields.some(([, label]) => line.startsWith(label))
}
