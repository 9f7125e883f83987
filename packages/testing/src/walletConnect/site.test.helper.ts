/// <reference types="node" />
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRelay } from '@portico/relay'
import { createDapp, type AskedNamespaces, type ConnectOptions, type Dapp, type Session } from '@portico/walletconnect/client'
import { WebSocket } from 'ws'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { createWalletConnectWallet } from './createWalletConnectWallet.js'
import type { WalletConnectWallet, WalletConnectWalletOptions } from './types.js'

export const ethereum = 'eip155:1'
export const base = 'eip155:8453'
export const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
export const bitcoin = 'bip122:000000000019d6689c085ae165831e93'

export const asked: AskedNamespaces = {
  eip155: {
    chains: [ethereum, base],
    methods: [
      'personal_sign',
      'eth_sendTransaction',
      'eth_signTypedData_v4',
      'wallet_switchEthereumChain',
      'wallet_sendCalls',
      'wallet_getCallsStatus',
      'eth_sign',
    ],
    events: ['chainChanged', 'accountsChanged', 'message'],
  },
  solana: {
    chains: [solana],
    methods: ['solana_signMessage', 'solana_signTransaction', 'solana_signAllTransactions', 'solana_signAndSendTransaction'],
    events: [],
  },
  bip122: { chains: [bitcoin], methods: ['getAccountAddresses', 'signMessage', 'signPsbt', 'sendTransfer'], events: [] },
}

/** A relay for a test file, on a disk as in production. */
export function useRelay(): { readonly url: string } {
  const folder = mkdtempSync(join(tmpdir(), 'portico-relay-'))
  const relay = createRelay({ port: 0, quiet: true, drainMs: 100, storage: { sqlite: join(folder, 'relay.db') } })
  beforeAll(() => relay.ready)
  afterAll(async () => {
    await relay.stop()
    await rm(folder, { recursive: true, force: true })
  })
  return {
    get url() {
      return relay.url
    },
  }
}

export interface Site {
  readonly dapp: Dapp
  /** Shows a code, has it scanned, and is let in. */
  readonly connect: (options?: Partial<ConnectOptions>) => Promise<Session>
  readonly ask: (chainId: string, method: string, params: unknown) => Promise<unknown>
}

/** A site and a wallet on one relay, until the test is over. */
export function meet(relayUrl: string, options: Partial<WalletConnectWalletOptions> = {}): Site & { readonly wallet: WalletConnectWallet } {
  const dapp = createDapp({
    relayUrl,
    WebSocket,
    metadata: { name: 'Example Shop', description: '', url: 'https://shop.example', icons: [] },
  })
  const wallet = createWalletConnectWallet({ relayUrl, WebSocket, ...options })
  onTestFinished(() => {
    dapp.close()
    wallet.close()
  })
  return {
    dapp,
    wallet,
    async connect(wanted = {}) {
      const { uri, approval } = dapp.connect({ namespaces: asked, ...wanted })
      await wallet.scan(uri)
      const { session } = await approval
      if (!session) throw new Error('There is no session.')
      return session
    },
    ask(chainId, method, params) {
      const topic = dapp.sessions()[0]?.topic ?? ''
      return dapp.request({ topic, chainId, method, params })
    },
  }
}
