import { fromBase58, fromBase64, toBase58, toBase64 } from '@portico/core/kit'
import { MalformedMessageError } from '../errors.js'
import { isRecord } from '../peer/parse.js'
import type { FaceOptions } from './eip155.js'
import { addSignature, signatureIn } from './solanaTransaction.js'
import type { UniversalProvider } from './universal.js'

/** Names that the Wallet Standard gives to the chains of Solana, by CAIP-2. */
const chainNames: Readonly<Record<string, string>> = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana:mainnet',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'solana:devnet',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'solana:testnet',
}

interface Account {
  readonly address: string
  readonly publicKey: Uint8Array
  readonly chains: readonly string[]
  readonly features: readonly string[]
}

interface MessageInput {
  readonly account: { readonly address: string }
  readonly message: Uint8Array
}

interface TransactionInput {
  readonly account: { readonly address: string }
  readonly transaction: Uint8Array
  readonly chain?: string
  readonly options?: Readonly<Record<string, unknown>>
}

/** The session's Solana accounts in the form of a Wallet Standard wallet. */
export interface SolanaWallet {
  readonly version: '1.0.0'
  readonly name: string
  readonly icon: string
  readonly chains: readonly string[]
  readonly accounts: readonly Account[]
  readonly features: Readonly<Record<string, object>>
}

/**
 * The wallet's requests: those of the `solana` namespace of the protocol. What the session does not cover is not among the features.
 * @example registerWallet(createSolanaWallet({ provider, connect: showCodeAndConnect })) // registerWallet of @wallet-standard/wallet
 */
export function createSolanaWallet({ provider, connect, name = 'WalletConnect' }: FaceOptions & { readonly name?: string }): SolanaWallet {
  const caipOf = (chain: string) => Object.keys(chainNames).find((id) => chainNames[id] === chain || id === chain)
  const chainFor = (chain: string | undefined) => (chain === undefined ? undefined : caipOf(chain)) ?? provider.chainOf('solana')
  const all = () => Object.keys(chainNames).filter((id) => provider.addresses(id).length > 0)
  const able = () => Object.keys(featuresOf()).filter((feature) => feature.startsWith('solana:'))

  function accounts(): readonly Account[] {
    const byAddress = new Map<string, string[]>()
    for (const id of [provider.chainOf('solana') ?? '', ...all()]) {
      for (const address of provider.addresses(id))
        byAddress.set(address, [...new Set([...(byAddress.get(address) ?? []), chainNames[id] ?? id])])
    }
    return [...byAddress].flatMap(([address, chains]) => {
      const publicKey = fromBase58(address)
      return publicKey ? [{ address, publicKey, chains, features: able() }] : []
    })
  }

  const ask = (chain: string | undefined, method: string, params: unknown) => {
    const chainId = chainFor(chain)
    return provider.request({ method, params, ...(chainId && { chainId }) })
  }

  async function signMessage(...inputs: readonly MessageInput[]) {
    const outputs: { readonly signedMessage: Uint8Array; readonly signature: Uint8Array }[] = []
    for (const { account, message } of inputs) {
      const answer = await ask(undefined, 'solana_signMessage', { message: toBase58(message), pubkey: account.address })
      outputs.push({ signedMessage: message, signature: readSignature(answer, 'solana_signMessage') })
    }
    return outputs
  }

  async function signTransaction(...inputs: readonly TransactionInput[]) {
    const outputs: { readonly signedTransaction: Uint8Array }[] = []
    const [first] = inputs
    const method = 'solana_signAllTransactions'
    const isOneRequest =
      inputs.length > 1 && inputs.every(({ chain }) => chain === first?.chain) && covers(provider, chainFor(first?.chain), method)
    if (isOneRequest) {
      const answer = await ask(first?.chain, method, {
        transactions: inputs.map(({ transaction }) => toBase64(transaction)),
        pubkey: first?.account.address,
      })
      const list = isRecord(answer) && Array.isArray(answer['transactions']) ? (answer['transactions'] as readonly unknown[]) : []
      if (list.length !== inputs.length) throw new MalformedMessageError({ method })
      return list.map((text) => ({ signedTransaction: readTransaction(text, method) }))
    }
    for (const { account, transaction, chain } of inputs) {
      const answer = await ask(chain, 'solana_signTransaction', { transaction: toBase64(transaction), pubkey: account.address })
      // Newer wallets answer with the transaction, older ones with the signature alone.
      const whole = isRecord(answer) ? answer['transaction'] : undefined
      const signedTransaction =
        typeof whole === 'string'
          ? readTransaction(whole, 'solana_signTransaction')
          : addSignature(transaction, account.address, readSignature(answer, 'solana_signTransaction'))
      if (!signedTransaction || !signatureIn(signedTransaction, account.address))
        throw new MalformedMessageError({ method: 'solana_signTransaction' })
      outputs.push({ signedTransaction })
    }
    return outputs
  }

  async function signAndSendTransaction(...inputs: readonly TransactionInput[]) {
    const outputs: { readonly signature: Uint8Array }[] = []
    for (const { account, transaction, chain, options } of inputs) {
      const params = { transaction: toBase64(transaction), pubkey: account.address, ...(options && { sendOptions: options }) }
      outputs.push({ signature: readSignature(await ask(chain, 'solana_signAndSendTransaction', params), 'solana_signAndSendTransaction') })
    }
    return outputs
  }

  const standard = {
    'standard:connect': {
      version: '1.0.0',
      async connect({ silent = false }: { readonly silent?: boolean } = {}) {
        if (!silent && accounts().length === 0) await connect('solana')
        return { accounts: accounts() }
      },
    },
    'standard:disconnect': { version: '1.0.0', disconnect: () => provider.disconnect() },
    'standard:events': {
      version: '1.0.0',
      on(event: string, listener: (change: object) => void) {
        if (event !== 'change') return () => undefined
        const tell = () => listener({ accounts: accounts() })
        const stops = [provider.on('accounts', ({ namespace }) => namespace === 'solana' && tell()), provider.on('disconnected', tell)]
        return () => {
          for (const stop of stops) stop()
        }
      },
    },
  }
  const signing = {
    'solana:signMessage': { needs: 'solana_signMessage', feature: { version: '1.0.0', signMessage } },
    'solana:signTransaction': {
      needs: 'solana_signTransaction',
      feature: { version: '1.0.0', supportedTransactionVersions: ['legacy', 0], signTransaction },
    },
    'solana:signAndSendTransaction': {
      needs: 'solana_signAndSendTransaction',
      feature: { version: '1.0.0', supportedTransactionVersions: ['legacy', 0], signAndSendTransaction },
    },
  }
  function featuresOf(): Record<string, object> {
    const features: Record<string, object> = { ...standard }
    for (const [feature, { needs, feature: face }] of Object.entries(signing))
      if (covers(provider, provider.chainOf('solana'), needs)) features[feature] = face
    return features
  }

  return {
    version: '1.0.0',
    name,
    icon: '',
    get chains() {
      return Object.values(chainNames)
    },
    get accounts() {
      return accounts()
    },
    get features() {
      return featuresOf()
    },
  }
}

const covers = (provider: UniversalProvider, chainId: string | undefined, method: string) =>
  chainId !== undefined && provider.covers(chainId, method)

function readSignature(answer: unknown, method: string): Uint8Array {
  const text = isRecord(answer) ? answer['signature'] : undefined
  const bytes = typeof text === 'string' && text.length <= 100 ? fromBase58(text) : undefined
  if (bytes?.length !== 64) throw new MalformedMessageError({ method })
  return bytes
}

function readTransaction(text: unknown, method: string): Uint8Array {
  const bytes = typeof text === 'string' && text.length <= 10_000 ? fromBase64(text) : undefined
  if (!bytes) throw new MalformedMessageError({ method })
  return bytes
}
