import { publicChains } from '../chains.js'
import type { EndpointOf } from '../external.js'
import { call, peek, type AdapterLike } from './adapter.js'

/** The part of a Wallet Standard request that matters to an adapter, which has one account and knows no chain. */
interface SignInput {
  readonly account?: unknown
  readonly chain?: string
  readonly transaction: Uint8Array
  readonly options?: object
}

/** An adapter in the form of the Wallet Standard. What it can do is read when it is asked for: many know only once they are connected. */
export function wrap(adapter: AdapterLike, endpointOf: EndpointOf): object {
  const has = (method: string) => typeof peek(adapter, method) === 'function'

  function accounts(): readonly object[] {
    const key = peek(adapter, 'publicKey')
    const address = call(key, 'toBase58')
    if (typeof address !== 'string') return []
    const inner: unknown = peek(peek(adapter, 'wallet'), 'accounts')
    const own = Array.isArray(inner)
      ? peek(
          inner.find((account: unknown) => peek(account, 'address') === address),
          'chains',
        )
      : undefined
    const chains = Array.isArray(own) ? own : [...publicChains, 'solana:localnet'].filter((chain) => endpointOf(chain) !== undefined)
    return [
      { address, publicKey: call(key, 'toBytes'), chains: chains.length > 0 ? chains : publicChains, features: Object.keys(features()) },
    ]
  }

  /** An adapter signs with the account that it has: another one would be a surprise. */
  function checkAccount({ account }: SignInput) {
    const wanted = peek(account, 'address')
    if (wanted !== peek(accounts()[0], 'address')) throw Object.assign(new Error('The wallet uses another account by now.'), { code: 4100 })
  }

  function versions(): readonly unknown[] {
    const said = peek(adapter, 'supportedTransactionVersions')
    return said instanceof Set ? [...said] : ['legacy']
  }

  function features(): Record<string, object> {
    const sends = has('sendTransaction') && !has('signTransaction')
    return {
      'standard:connect': {
        version: '1.0.0',
        async connect(input?: { readonly silent?: boolean }) {
          if (accounts().length === 0) await call(adapter, input?.silent === true ? 'autoConnect' : 'connect')
          return { accounts: accounts() }
        },
      },
      'standard:disconnect': { version: '1.0.0', disconnect: async () => void (await call(adapter, 'disconnect')) },
      'standard:events': {
        version: '1.0.0',
        on(event: string, listener: (change: object) => void) {
          const changed = () => listener({ accounts: accounts() })
          const events = event === 'change' ? ['connect', 'disconnect'] : []
          for (const one of events) call(adapter, 'on', one, changed)
          return () => {
            for (const one of events) call(adapter, 'off', one, changed)
          }
        },
      },
      ...(has('signMessage') && {
        'solana:signMessage': {
          version: '1.1.0',
          signMessage: (...inputs: readonly { readonly account?: unknown; readonly message: Uint8Array }[]) =>
            oneByOne(inputs, async ({ account, message }) => {
              checkAccount({ account, transaction: message })
              return { signedMessage: message, signature: await call(adapter, 'signMessage', message) }
            }),
        },
      }),
      ...(has('signTransaction') && {
        'solana:signTransaction': {
          version: '1.0.0',
          supportedTransactionVersions: versions(),
          async signTransaction(...inputs: readonly SignInput[]) {
            inputs.forEach(checkAccount)
            const { read, write } = await import('./transactions.js')
            inputs.forEach(checkAccount)
            const transactions = inputs.map(({ transaction }) => read(transaction))
            const together = transactions.length > 1 && has('signAllTransactions')
            const answer = together
              ? await call(adapter, 'signAllTransactions', transactions)
              : await oneByOne(transactions, async (transaction) => call(adapter, 'signTransaction', transaction))
            return Array.isArray(answer) ? answer.map((signed: unknown) => ({ signedTransaction: write(signed) })) : answer
          },
        },
      }),
      // Sent by the adapter only where it cannot be sent from here: then its network is the one that is named.
      ...(sends && {
        'solana:signAndSendTransaction': {
          version: '1.0.0',
          supportedTransactionVersions: versions(),
          signAndSendTransaction: (...inputs: readonly SignInput[]) =>
            oneByOne(inputs, async (input) => {
              const { chain = '', transaction, options } = input
              const url = endpointOf(chain)
              if (url === undefined) throw new Error(`The site does not use ${chain}.`)
              const { connect, read, readSignature } = await import('./transactions.js')
              checkAccount(input)
              return { signature: readSignature(await call(adapter, 'sendTransaction', read(transaction), connect(url), options)) }
            }),
        },
      }),
      ...(has('signIn') && {
        'solana:signIn': {
          version: '1.0.0',
          signIn: (...inputs: readonly unknown[]) => oneByOne(inputs, async (input) => call(adapter, 'signIn', input)),
        },
      }),
    }
  }

  return {
    version: '1.0.0',
    get name() {
      return peek(adapter, 'name')
    },
    get icon() {
      return peek(adapter, 'icon')
    },
    chains: publicChains,
    get accounts() {
      return accounts()
    },
    get features() {
      return features()
    },
  }
}

/** Asks for one thing after the other, as a wallet shows one prompt at a time. */
async function oneByOne<T, R>(inputs: readonly T[], ask: (input: T) => Promise<R>): Promise<readonly R[]> {
  const answers: R[] = []
  for (const input of inputs) answers.push(await ask(input))
  return answers
}
