import { toBase64 } from '@portico/core/kit'
import { hexToBytes } from '@noble/hashes/utils.js'
import { MalformedMessageError, PeerError } from '../errors.js'
import { isRecord, readJson, readText } from '../peer/parse.js'
import type { FaceOptions } from './eip155.js'

/** Names that Bitcoin wallets give to their chains, by CAIP-2. */
const chainNames: Readonly<Record<string, string>> = {
  'bip122:000000000019d6689c085ae165831e93': 'Mainnet',
  'bip122:000000000933ea01ad0ee984209779ba': 'Testnet',
  'bip122:00000008819873e925422c1ff0f99f7c': 'Signet',
}

/** How long a wallet may take to name the addresses of an account, in milliseconds: it asks nobody for that. */
const addressesTimeout = 5_000

interface Address {
  readonly address: string
  readonly publicKey?: string
  readonly purpose: 'payment' | 'ordinals'
}

/** The session's Bitcoin accounts in the `request(method, params)` form that Bitcoin wallets have (WBIP-001). */
export interface BitcoinProvider {
  readonly request: (method: string, params?: unknown) => Promise<{ readonly result: unknown }>
  readonly addListener: (event: string, listener: (payload: unknown) => void) => () => void
}

/**
 * Translates requests of Bitcoin sites into those of the `bip122` namespace: `getAccountAddresses`, `signMessage`, `signPsbt`,
 * `sendTransfer`. Amounts are satoshi.
 * @example
 * const bitcoin = createBitcoinProvider({ provider, connect: showCodeAndConnect })
 * const { result } = await bitcoin.request('sendTransfer', { recipients: [{ address, amount: 10_000 }] }) // in satoshi; { txid }
 */
export function createBitcoinProvider({ provider, connect }: FaceOptions): BitcoinProvider {
  const chain = () => provider.chainOf('bip122')

  async function ask(method: string, params: unknown, signal?: AbortSignal): Promise<Readonly<Record<string, unknown>>> {
    const chainId = chain()
    const answer = await provider.request({ method, params, ...(chainId && { chainId }), ...(signal && { signal }) })
    if (isRecord(answer)) return answer
    if (Array.isArray(answer)) return { list: answer }
    throw new MalformedMessageError({ method })
  }

  /** The addresses of an account: the one of the session for payments, and one for ordinals where the wallet names it. */
  async function addressesOf(account: string): Promise<readonly Address[]> {
    const chainId = chain() ?? ''
    const note = `addresses-${account}`
    const told = provider.current()?.properties?.['bip122_getAccountAddresses']
    const listed = (typeof told === 'string' || isRecord(told) ? listIn(told, account) : undefined) ?? provider.note(note)
    const method = 'getAccountAddresses'
    if (listed !== undefined || !provider.covers(chainId, method)) return readAddresses(listed, account)
    const { list } = await ask(method, { account, intentions: ['payment', 'ordinal'] }, AbortSignal.timeout(addressesTimeout)).catch(
      (): { readonly list?: unknown } => ({}),
    )
    const addresses = Array.isArray(list) ? list.slice(0, 100) : []
    provider.setNote(note, addresses)
    return readAddresses(addresses, account)
  }

  async function state() {
    const id = chain()
    const accounts = id ? provider.addresses(id) : []
    const addresses = (await Promise.all(accounts.map(addressesOf))).flat()
    return { addresses, network: { bitcoin: { name: chainNames[id ?? ''] } } }
  }

  function account(): string {
    const id = chain()
    const first = id ? provider.addresses(id)[0] : undefined
    if (!first) throw new PeerError({ code: 4100, message: 'The session has no Bitcoin account.' })
    return first
  }

  async function signMessage(params: Readonly<Record<string, unknown>>) {
    const { address, message, protocol } = params
    const optional = {
      ...(typeof address === 'string' && { address }),
      ...(typeof protocol === 'string' && { protocol: protocol.toLowerCase() }),
    }
    const answer = await ask('signMessage', { account: account(), message, ...optional })
    const signature = readText(answer['signature'], 10_000)
    if (!signature) throw new MalformedMessageError({ method: 'signMessage' })
    // The protocol writes hex, Bitcoin base64.
    return {
      address: readText(answer['address']) ?? address,
      signature: /^([\da-f]{2}){60,}$/i.test(signature) ? toBase64(hexToBytes(signature)) : signature,
    }
  }

  async function signPsbt(params: Readonly<Record<string, unknown>>) {
    const { psbt, signInputs, broadcast } = params
    const byAddress = Object.entries(isRecord(signInputs) ? signInputs : {})
    const inputs = byAddress.flatMap(([address, indexes]) =>
      Array.isArray(indexes) ? (indexes as readonly unknown[]).map((index) => ({ address, index })) : [],
    )
    const answer = await ask('signPsbt', { account: account(), psbt, signInputs: inputs, broadcast: broadcast === true })
    if (typeof answer['psbt'] !== 'string') throw new MalformedMessageError({ method: 'signPsbt' })
    return { psbt: answer['psbt'], ...(typeof answer['txid'] === 'string' && { txid: answer['txid'] }) }
  }

  async function sendTransfer(params: Readonly<Record<string, unknown>>) {
    const recipients: readonly unknown[] = Array.isArray(params['recipients']) ? params['recipients'] : []
    const [to] = recipients
    if (recipients.length !== 1 || !isRecord(to)) throw new PeerError({ code: -32602, message: 'sendTransfer: expected one recipient' })
    const answer = await ask('sendTransfer', { account: account(), recipientAddress: to['address'], amount: String(to['amount']) })
    const txid = readText(answer['txid'], 100)
    if (!txid || !/^[\da-f]{64}$/i.test(txid)) throw new MalformedMessageError({ method: 'sendTransfer' })
    return { txid }
  }

  const methods: Readonly<Record<string, (params: Readonly<Record<string, unknown>>) => Promise<unknown>>> = {
    async wallet_connect() {
      const id = chain()
      if (!id || provider.addresses(id).length === 0) await connect('bip122')
      return state()
    },
    async wallet_getAccount() {
      const now = await state()
      if (now.addresses.length === 0) throw new PeerError({ code: -32002, message: 'Access denied.' })
      return now
    },
    getAddresses: async () => (await state()).addresses,
    wallet_getNetwork: async () => (await state()).network,
    async wallet_changeNetwork({ name }) {
      const wanted = Object.keys(chainNames).find((id) => chainNames[id] === name)
      if (!wanted) throw new PeerError({ code: 4200, message: 'Unknown network.' })
      provider.setChain(wanted)
      return {}
    },
    async wallet_disconnect() {
      await provider.disconnect()
      return {}
    },
    signMessage,
    signPsbt,
    sendTransfer,
  }

  return {
    async request(method, params) {
      const found = Object.hasOwn(methods, method) ? methods[method] : undefined
      if (!found) throw new PeerError({ code: -32601, message: `Method ${method} is not supported` })
      return { result: await found(isRecord(params) ? params : {}) }
    },
    addListener(event, listener) {
      if (event === 'disconnect') return provider.on('disconnected', listener)
      if (event === 'networkChange') return provider.on('chain', ({ namespace }) => namespace === 'bip122' && listener({ type: event }))
      if (event === 'accountChange') return provider.on('accounts', ({ namespace }) => namespace === 'bip122' && listener({ type: event }))
      return () => undefined
    },
  }
}

/** Addresses in the session's property: an object by account, or the list itself, as JSON or not. */
function listIn(told: unknown, account: string): unknown {
  const said: unknown = typeof told === 'string' ? readJson(told) : told
  if (!isRecord(said)) return Array.isArray(said) ? said : undefined
  const found = Object.entries(said).find(([key]) => key === account || key.endsWith(`:${account}`))?.[1]
  return Array.isArray(found) ? found : undefined
}

function readAddresses(list: unknown, account: string): readonly Address[] {
  const entries = (Array.isArray(list) ? (list as readonly unknown[]).slice(0, 1_000) : []).filter(isRecord)
  const keyOf = (entry: Readonly<Record<string, unknown>> | undefined) => {
    const key = entry?.['publicKey']
    return typeof key === 'string' && /^([\da-f]{2}){32,33}$/i.test(key) ? { publicKey: key } : {}
  }
  const payment = entries.find((entry) => entry['address'] === account)
  const ordinal = entries.find(
    (entry) => entry['intention'] === 'ordinal' && typeof entry['address'] === 'string' && entry['address'] !== account,
  )
  const ordinalAddress = readText(ordinal?.['address'], 100)
  return [
    { address: account, purpose: 'payment', ...keyOf(payment) },
    ...(ordinalAddress ? [{ address: ordinalAddress, purpose: 'ordinals' as const, ...keyOf(ordinal) }] : []),
  ]
}
