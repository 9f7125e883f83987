/** A sign-in message (EIP-4361), read line by line. Nothing stands in it that is not here. */
export interface SignInMessage {
  readonly domain: string
  readonly address: `0x${string}`
  readonly statement: string | undefined
  readonly uri: string
  readonly version: string
  readonly chainId: number
  readonly nonce: string
  /** Milliseconds since 1970. */
  readonly issuedAt: number
  readonly expirationTime: number | undefined
  readonly notBefore: number | undefined
  readonly requestId: string | undefined
  readonly resources: readonly string[]
}

const dateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/

/**
 * Reads the whole text by the grammar of EIP-4361, or refuses it: fields out of order, twice, unknown or left over make it another
 * text than the one that was meant.
 */
export function readSignInMessage(text: string): SignInMessage | undefined {
  const lines = text.split('\n')
  const domain = /^([^\s/]+) wants you to sign in with your Ethereum account:$/.exec(lines.shift() ?? '')?.[1]
  const address = lines.shift() ?? ''
  if (!domain || !isAddress(address) || lines.shift() !== '') return undefined
  const statement = lines[0] === '' || lines[0]?.startsWith('URI: ') ? undefined : lines.shift()
  // An empty line follows, also where there is no statement.
  if (lines.shift() !== '') return undefined

  const required = (name: string): string | undefined =>
    lines[0]?.startsWith(`${name}: `) ? lines.shift()?.slice(name.length + 2) : undefined
  const uri = required('URI')
  const version = required('Version')
  const chainId = required('Chain ID')
  const nonce = required('Nonce')
  const issuedAt = timeOf(required('Issued At'))
  const expirationTime = required('Expiration Time')
  const notBefore = required('Not Before')
  const requestId = required('Request ID')
  const resources: string[] = []
  if (lines[0] === 'Resources:') {
    lines.shift()
    while (lines[0]?.startsWith('- ')) resources.push(lines.shift()?.slice(2) ?? '')
  }
  if (lines.length > 0 || !uri || !version || !nonce || issuedAt === undefined || !/^\d{1,15}$/.test(chainId ?? '')) return undefined
  const times = { expirationTime: timeOf(expirationTime), notBefore: timeOf(notBefore) }
  if ((expirationTime !== undefined && times.expirationTime === undefined) || (notBefore !== undefined && times.notBefore === undefined))
    return undefined
  return { domain, address, statement, uri, version, chainId: Number(chainId), nonce, issuedAt, ...times, requestId, resources }
}

function isAddress(text: string): text is `0x${string}` {
  return /^0x[0-9a-fA-F]{40}$/.test(text)
}

function timeOf(text: string | undefined): number | undefined {
  const time = text !== undefined && dateTime.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}
