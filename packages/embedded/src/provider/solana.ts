import { WalletAnswerError, type NetworkId } from '@portico/core'
import { fromBase58, fromBase64, toBase58, toBase64 } from '@portico/core/kit'
import type { Login } from './login.js'

/** Names that the Wallet Standard gives to the chains of Solana, by CAIP-2. Others are called by their id. */
const chainNames = new Map<string, string>([
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana:mainnet'],
  ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'solana:devnet'],
  ['solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', 'solana:testnet'],
])

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
  readonly options?: object
}

/** The login's Solana account in the form of a Wallet Standard wallet. */
export interface SolanaWallet {
  readonly version: '1.0.0'
  readonly name: string
  readonly icon: string
  readonly chains: readonly string[]
  readonly accounts: readonly Account[]
  readonly features: Readonly<Record<string, object>>
}

const features = ['solana:signMessage', 'solana:signTransaction', 'solana:signAndSendTransaction'] as const

/** Messages and keys go to the frame in base58, transactions in base64. Each request names its network. */
export function createSolanaWallet(login: Login, name: string): SolanaWallet {
  const chains = () => login.networks('solana').map((id) => chainNames.get(id) ?? id)
  const networkFor = (chain: string | undefined): NetworkId =>
    login.networks('solana').find((id) => (chainNames.get(id) ?? id) === chain || id === chain) ?? login.chainOf('solana')

  function accounts(): readonly Account[] {
    const address = login.address('solana')
    const publicKey = fromBase58(address)
    return address !== undefined && publicKey ? [{ address, publicKey, chains: chains(), features }] : []
  }

  async function ask(method: string, params: unknown, chain?: string): Promise<(part: string) => unknown> {
    const answer = await login.rpc({ method, params, networkId: networkFor(chain) })
    return (part) => (typeof answer === 'object' && answer !== null ? Reflect.get(answer, part) : undefined)
  }

  function signatureOf(text: unknown, method: string): Uint8Array {
    const signature = fromBase58(text)
    if (signature?.length !== 64) throw new WalletAnswerError({ method })
    return signature
  }

  function transactionOf(text: unknown, method: string): { readonly signedTransaction: Uint8Array } {
    const signedTransaction = fromBase64(text)
    if (!signedTransaction?.length) throw new WalletAnswerError({ method })
    return { signedTransaction }
  }

  async function signMessage(...inputs: readonly MessageInput[]) {
    const method = 'solana_signMessage'
    const outputs: { readonly signedMessage: Uint8Array; readonly signature: Uint8Array }[] = []
    for (const { account, message } of inputs) {
      const part = await ask(method, { message: toBase58(message), pubkey: account.address })
      outputs.push({ signedMessage: message, signature: signatureOf(part('signature'), method) })
    }
    return outputs
  }

  async function signTransaction(...inputs: readonly TransactionInput[]) {
    const [first, ...others] = inputs
    if (!first) return []
    const {
      account: { address: pubkey },
      chain,
    } = first
    if (others.length > 0 && others.every((one) => one.chain === chain)) {
      const method = 'solana_signAllTransactions'
      const list = (await ask(method, { transactions: inputs.map(({ transaction }) => toBase64(transaction)), pubkey }, chain))(
        'transactions',
      )
      if (!Array.isArray(list) || list.length !== inputs.length) throw new WalletAnswerError({ method })
      return list.map((text) => transactionOf(text, method))
    }
    const method = 'solana_signTransaction'
    const outputs: { readonly signedTransaction: Uint8Array }[] = []
    for (const { transaction, chain: on } of inputs) {
      const part = await ask(method, { transaction: toBase64(transaction), pubkey }, on)
      outputs.push(transactionOf(part('transaction'), method))
    }
    return outputs
  }

  async function signAndSendTransaction(...inputs: readonly TransactionInput[]) {
    const method = 'solana_signAndSendTransaction'
    const outputs: { readonly signature: Uint8Array }[] = []
    for (const { account, transaction, chain, options } of inputs) {
      const part = await ask(method, { transaction: toBase64(transaction), pubkey: account.address, ...(options && { options }) }, chain)
      outputs.push({ signature: signatureOf(part('signature'), method) })
    }
    return outputs
  }

  async function connect({ silent = false }: { readonly silent?: boolean } = {}) {
    if (login.address('solana') === undefined) await (silent ? login.confirmAddress('solana') : login.findAddress('solana'))
    return { accounts: accounts() }
  }

  function on(event: string, listener: (change: object) => void) {
    if (event !== 'change') return () => undefined
    const tell = () => listener({ accounts: accounts() })
    login.events.on('accounts', tell)
    login.events.on('ended', tell)
    return () => {
      login.events.off('accounts', tell)
      login.events.off('ended', tell)
    }
  }

  const version = '1.0.0'
  const supportedTransactionVersions = ['legacy', 0] as const
  return {
    version,
    name,
    icon: '',
    get chains() {
      return chains()
    },
    get accounts() {
      return accounts()
    },
    features: {
      'standard:connect': { version, connect },
      'standard:disconnect': { version, disconnect: login.signOut },
      'standard:events': { version, on },
      'solana:signMessage': { version, signMessage },
      'solana:signTransaction': { version, supportedTransactionVersions, signTransaction },
      'solana:signAndSendTransaction': { version, supportedTransactionVersions, signAndSendTransaction },
    },
  }
}
