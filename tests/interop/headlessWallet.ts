import { reject, never } from '@portico/testing'
import { createWalletConnectWallet } from '@portico/testing/walletconnect'
import type { Session } from '@portico/walletconnect/wallet'
import { base, bitcoin, ethereum, phone, solana } from './asked.js'
import type { Environment, Mood, Shown, Wallet } from './types.js'
import { until } from './until.js'

const show = ({ topic, namespaces, expiry, peer }: Session): Shown => ({
  topic,
  accounts: Object.values(namespaces).flatMap(({ accounts }) => accounts),
  expiry,
  peer: peer.name,
})

/** Portico's wallet for tests. */
export async function headlessWallet({ relayUrl, nodeUrl, storage, WebSocket }: Environment): Promise<Wallet> {
  const nowhere = 'http://127.0.0.1:1'
  const wallet = createWalletConnectWallet({
    relayUrl,
    storage,
    name: phone.name,
    networks: { [ethereum]: nodeUrl, [base]: nowhere, [solana]: nowhere, [bitcoin]: nowhere },
    ...(WebSocket && { WebSocket }),
  })
  let mood: Mood = 'agree'
  let unscript = () => {}
  return {
    get mood() {
      return mood
    },
    set mood(next) {
      mood = next
      unscript()
      unscript = () => {}
      const behaviour = next === 'decline' ? reject() : never()
      if (next !== 'agree') unscript = wallet.script(() => true, { type: 'always', then: behaviour })
    },
    asked: () => wallet.requests.filter(({ chainId }) => chainId !== undefined).map(({ method }) => method),
    async scan(uri) {
      await wallet.scan(uri)
    },
    sessions: () => wallet.sessions().map(show),
    async dropChain(topic, chain) {
      const { namespaces } = wallet.sessions().find((session) => session.topic === topic) ?? {}
      const { eip155, ...others } = namespaces ?? {}
      if (!eip155) throw new Error('There is no such namespace.')
      const chains = eip155.chains.filter((one) => one !== chain)
      const accounts = eip155.accounts.filter((account) => !account.startsWith(`${chain}:`))
      await wallet.update({ topic, namespaces: { ...others, eip155: { ...eip155, chains, accounts } } })
    },
    extend: (topic) => wallet.extend({ topic }),
    ping: (topic) => wallet.ping({ topic }),
    emit: (topic, happening) => wallet.emit({ topic, ...happening }),
    disconnect: (topic) => wallet.disconnect({ topic }),
    settled: () => until(() => wallet.requests.every(({ outcome }) => outcome !== 'waiting'), 'everything is answered'),
    offline: async () => wallet.goOffline(),
    online: async () => wallet.goOnline(),
    restart: async () => wallet.restart(),
    close: async () => wallet.close(),
  }
}
