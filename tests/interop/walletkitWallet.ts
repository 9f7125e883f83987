import { WalletKit, type WalletKitTypes } from '@reown/walletkit'
import { Core } from '@walletconnect/core'
import { createSolanaWallet } from '@portico/testing/solana'
import { createWallet } from '@portico/testing'
import { encodeRecap, readRecap, recapStatement } from '@portico/siwx'
import { privateKeyToAccount } from 'viem/accounts'
import { accounts, asked, base, bitcoin, bitcoinAddress, ethereum, evmAddress, evmKey, phone, solana, solanaAddress } from './asked.js'
import { toBase58, fromBase58 } from './base58.js'
import { forgetVerify, goodbye, leave, officialOptions, showOfficial } from './official.js'
import type { Environment, Mood, Wallet } from './types.js'

/** What wallets of the official kit allow of what is asked, and that they write the sentence of it into the statement. */
function allowLess<
  P extends { readonly statement?: string | undefined; readonly resources?: string[] | undefined; readonly chains: string[] },
>(asked: P): P {
  const methods = readRecap(asked.resources, 'eip155').methods.filter((method) => method !== 'eth_sendTransaction')
  const resources = [encodeRecap({ namespace: 'eip155', methods, chains: asked.chains })]
  return { ...asked, resources, statement: [asked.statement, recapStatement(resources)].filter(Boolean).join(' ') }
}

/** The official wallet; what it signs with is the host's, here wallets of Portico's for tests. */
export async function walletkitWallet(environment: Environment): Promise<Wallet> {
  const options = officialOptions(environment, 'walletkit')
  const methods: string[] = []
  const working = new Set<Promise<unknown>>()
  let mood: Mood = 'agree'
  const key = privateKeyToAccount(evmKey)
  const evm = createWallet({ chains: { 1: environment.nodeUrl, 8453: environment.nodeUrl }, connected: true })
  const solanaWallet = createSolanaWallet({ connected: true })
  const declined = { code: 5000, message: 'User rejected.' }

  const approved = (without?: string) => {
    const { eip155, ...others } = asked()
    const { rpcMap: _rpcMap, ...ofEvm } = eip155
    const on = (family: string) => accounts.filter((account) => account.startsWith(family) && !account.startsWith(`${without}:`))
    return {
      eip155: { ...ofEvm, chains: [ethereum, base].filter((chain) => chain !== without), accounts: on('eip155') },
      solana: { ...others.solana, accounts: on('solana') },
      bip122: { ...others.bip122, accounts: on('bip122') },
    }
  }

  async function answer(chainId: string, method: string, params: unknown): Promise<unknown> {
    if (chainId === solana) {
      const message = fromBase58(String(Reflect.get(Object(params), 'message')))
      const output: unknown = await solanaWallet
        .port(solanaWallet.origin)
        .request({ method: 'solana:signMessage', params: [{ account: solanaAddress, message }] })
      const signature: unknown = Reflect.get(Object(Array.isArray(output) ? output[0] : undefined), 'signature')
      return { signature: signature instanceof Uint8Array ? toBase58(signature) : '' }
    }
    if (chainId === bitcoin) return { address: bitcoinAddress, signature: '27'.repeat(65) }
    return evm.request({ method, params })
  }

  const start = async () => {
    const core = new Core(options)
    forgetVerify(core)
    // Two of its packages disagree on whether an option may be undefined.
    const made = await WalletKit.init({ core: core as unknown as Parameters<typeof WalletKit.init>[0]['core'], metadata: phone })
    const handle = async ({ topic, id, params }: Pick<WalletKitTypes.SessionRequest, 'topic' | 'id' | 'params'>) => {
      const { method, params: given } = params.request
      methods.push(method)
      if (mood === 'ignore') return
      // Where signing fails, the other side and the test learn why; without an answer the official wallet would show no further request.
      const signed = () =>
        answer(params.chainId, method, given).then(
          (result) => ({ result }),
          (error: unknown) => ({ error: { code: -32000, message: `The wallet failed: ${String(error)}` } }),
        )
      const result = mood === 'decline' ? { error: declined } : await signed()
      await made.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', ...result } })
    }
    const quietly =
      <T>(work: (event: T) => Promise<unknown>) =>
      (event: T) =>
        void working.add(work(event).catch(() => undefined))
    made.on(
      'session_proposal',
      quietly(({ id }) =>
        mood === 'agree' ? made.approveSession({ id, namespaces: approved() }) : made.rejectSession({ id, reason: declined }),
      ),
    )
    made.on('session_request', quietly(handle))
    made.on(
      'session_authenticate',
      quietly(async ({ id, params }) => {
        if (mood !== 'agree') return made.rejectSessionAuthenticate({ id, reason: declined })
        const authPayload = allowLess(params.authPayload)
        const auths = await Promise.all(
          authPayload.chains.map(async (chain) => {
            const iss = `did:pkh:${chain}:${evmAddress}`
            const { type: _type, chains: _chains, ...payload } = authPayload
            const signature = await key.signMessage({ message: made.formatAuthMessage({ request: authPayload, iss }) })
            return { h: { t: 'caip122' as const }, p: { ...payload, iss }, s: { t: 'eip191' as const, s: signature } }
          }),
        )
        await made.approveSessionAuthenticate({ id, auths })
      }),
    )
    for (const request of made.getPendingSessionRequests()) setTimeout(quietly(handle), 0, request)
    return made
  }
  let wallet = await start()
  return {
    get mood() {
      return mood
    },
    set mood(next) {
      mood = next
    },
    asked: () => methods,
    scan: (uri) => wallet.pair({ uri }),
    sessions: () => Object.values(wallet.getActiveSessions()).map(showOfficial),
    dropChain: async (topic, chain) => (await wallet.updateSession({ topic, namespaces: approved(chain) })).acknowledged(),
    extend: async (topic) => (await wallet.extendSession({ topic })).acknowledged(),
    ping: (topic) => wallet.engine.signClient.ping({ topic }),
    emit: (topic, { name, data, chainId }) => wallet.emitSessionEvent({ topic, event: { name, data }, chainId }),
    disconnect: (topic) => wallet.disconnectSession({ topic, reason: goodbye }),
    async settled() {
      await Promise.all(working)
    },
    offline: () => wallet.core.relayer.transportClose(),
    online: () => wallet.core.relayer.transportOpen(),
    async restart() {
      await leave(wallet.core)
      wallet = await start()
    },
    close: () => leave(wallet.core),
  }
}
