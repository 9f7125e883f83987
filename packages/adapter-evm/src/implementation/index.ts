import {
  BalanceUnavailableError,
  CapabilityMissingError,
  connectionsIn,
  connectionStore,
  ConnectorNotConnectedError,
  InvalidOptionError,
  NetworkNotConfiguredError,
  SwitchNotSupportedError,
  type NetworkId,
  type Portico,
} from '@portico/core'
import type { AccountTarget, Adapter, AdapterEvents, TransactionRequest } from '@portico/core/kit'
import type { EvmSwaps } from '../swap/index.js'
import type { Config } from '@wagmi/core'
import type { Client } from 'viem'
import { bytesToHex, stringToHex } from 'viem/utils'
import type { Visit } from '../evm.js'
import { createDirectory, followConfig } from '../listen/index.js'
import type { EvmOptions } from '../options.js'
import { chainIdOf, checkWallet } from './agree.js'
import { createOwnConfig } from './config.js'
import { createConnections } from './connections.js'
import { EndpointError, endpointError, walletError } from './errors.js'
import { estimateFee, wireCall, type CheckedCall } from './fee.js'
import { isHexOf, parseAddress, readOrder } from './order.js'
import { ask, asProvider, networkIdOf, parseChainId, parseHex, toHexNumber } from './provider.js'
import { confirmChain, switchWallet } from './switchWallet.js'
import { serializeTypedData } from './typedData.js'
import { waitForReceipt } from './waitForReceipt.js'

export interface CreateAdapterParameters {
  readonly portico: Portico
  readonly events: AdapterEvents
  readonly options: EvmOptions
  readonly visit: Visit
}

/** What `evm()` loads when it is first needed: the EVM adapter on wagmi and viem. */
export function createAdapter({ portico, events, options, visit }: CreateAdapterParameters): Adapter {
  const joined = options.config !== undefined
  const config: Config = options.config ?? createOwnConfig(options, portico.options.fetch)
  const directory = (visit.directory ??= createDirectory(visit, options.config))
  const connections = createConnections({ portico, config, visit, directory, joined })

  function chainOf(networkId: NetworkId) {
    const chain = config.chains.find(({ id }) => networkIdOf(id) === networkId)
    if (!chain) throw new NetworkNotConfiguredError({ networkId })
    return chain
  }

  const clientOf = (networkId: NetworkId): Client => config.getClient({ chainId: chainOf(networkId).id })

  function connectorOf(connectorId: string) {
    const connector = connections.find(connectorId)
    if (!connector) throw new ConnectorNotConnectedError()
    return connector
  }

  const providerOf = async (connectorId: string) =>
    asProvider(
      await connectorOf(connectorId)
        .getProvider()
        .catch((thrown: unknown) => {
          throw walletError(thrown, 'getProvider')
        }),
    )

  /** What a wallet says of its account: that it is a contract, whose transactions are the wallet's own to make (ERC-4337). */
  const isSmart = (address: string | undefined) =>
    connectionsIn(connectionStore(portico).getState(), 'eip155').connections.some(({ accounts }) =>
      accounts?.some((account) => account.address === address && account.type === 'smartAccount'),
    )

  const smartAccountOf = async ({ connectorId, address, networkId }: AccountTarget) =>
    isSmart(address)
      ? { client: clientOf(networkId), provider: await providerOf(connectorId), target: { connectorId, address, networkId } }
      : undefined

  const ensClient = () =>
    config.chains.some(({ id, contracts }) => id === 1 && contracts?.ensUniversalResolver) ? clientOf('eip155:1') : undefined

  const calls = async () => {
    const { createCalls } = await import('../calls/index.js')
    return createCalls({ clientOf, providerOf, networkIds: config.chains.map(({ id }) => networkIdOf(id)) })
  }

  let swapping: EvmSwaps | undefined
  const swaps = async () => {
    const { createSwaps } = await import('../swap/index.js')
    return (swapping ??= createSwaps(clientOf))
  }

  return {
    connect: connections.connect,
    reconnect: connections.reconnect,
    disconnect: connections.disconnect,
    activate: connections.activate,
    // The host's config is followed from the start, by `join`.
    watch() {
      if (joined) return () => undefined
      const follower = followConfig(config, directory, events)
      visit.follower = follower
      connections.hear(true)
      return () => {
        follower.stop()
        connections.hear(false)
      }
    },

    async switchNetwork({ connectorId, network }) {
      const connector = connectorOf(connectorId)
      const chain = chainOf(network.id)
      const { name, type, emitter } = connector
      if (type === 'injected') {
        await switchWallet({ provider: await providerOf(connectorId), wallet: name, chain })
      } else {
        if (!connector.switchChain) throw new SwitchNotSupportedError({ wallet: name })
        await connector.switchChain({ chainId: chain.id }).catch((thrown: unknown) => {
          const error = walletError(thrown, 'wallet_switchEthereumChain')
          throw error instanceof CapabilityMissingError ? new SwitchNotSupportedError({ wallet: name, cause: thrown }) : error
        })
        await confirmChain(async () => parseChainId(await connector.getChainId(), 'eth_chainId'), chain.id)
      }
      emitter.emit('change', { chainId: chain.id })
    },

    async getBalance({ address, networkId }) {
      try {
        const params = [parseAddress(address, 'address'), 'latest'] as const
        const answer = await clientOf(networkId).request({ method: 'eth_getBalance', params: [...params] })
        if (!/^0x[\da-f]{1,64}$/i.test(answer)) throw new EndpointError({ cause: answer }) // '' would be no coins
        return BigInt(answer)
      } catch (cause) {
        throw new BalanceUnavailableError({ cause })
      }
    },

    async signMessage({ message, ...target }) {
      const provider = await providerOf(target.connectorId)
      await checkWallet(provider, target)
      const text = typeof message === 'string' ? stringToHex(message) : bytesToHex(message)
      return parseHex(await ask(provider, 'personal_sign', [text, target.address]), 'personal_sign', { bytes: 31 })
    },

    async signTypedData({ typedData, ...target }) {
      const { text, domain } = serializeTypedData(typedData)
      const provider = await providerOf(target.connectorId)
      await checkWallet(provider, target, domain)
      return parseHex(await ask(provider, 'eth_signTypedData_v4', [target.address, text]), 'eth_signTypedData_v4', { bytes: 31 })
    },

    async estimateFee(request) {
      const account = await smartAccountOf(request)
      const fee = account && (await (await import('./smartFee.js')).estimateSmartFee(account, await readOrder(account.client, request)))
      if (fee) return fee
      const client = clientOf(request.networkId)
      return estimateFee(client, parseAddress(request.address, 'address'), await priced(client, request))
    },

    async sendTransaction(request) {
      const call = await priced(clientOf(request.networkId), request)
      const provider = await providerOf(request.connectorId)
      await checkWallet(provider, request)
      const transaction = { from: request.address, chainId: toHexNumber(chainIdOf(request.networkId)), ...wireCall(call) }
      return parseHex(await ask(provider, 'eth_sendTransaction', [transaction]), 'eth_sendTransaction', { bytes: 32, exact: true })
    },

    async replaceTransaction({ hash, how, ...target }) {
      if (!isHexOf(hash, 64)) throw new InvalidOptionError({ option: 'hash', problem: 'expected 0x and 64 hex digits' })
      const { checkNonce, replacementOf } = await import('./replace.js')
      const client = clientOf(target.networkId)
      const provider = await providerOf(target.connectorId)
      await checkWallet(provider, target)
      const replacement = await replacementOf(client, hash, { ...target, address: parseAddress(target.address, 'address'), how })
      const transaction = { ...replacement, chainId: toHexNumber(chainIdOf(target.networkId)) }
      const answer = await ask(provider, 'eth_sendTransaction', [transaction])
      const sent = parseHex(answer, 'eth_sendTransaction', { bytes: 32, exact: true })
      await checkNonce(client, sent, replacement['nonce'])
      return sent
    },

    async waitForReceipt({ hash, networkId, signal }) {
      const option = 'hash'
      if (!isHexOf(hash, 64)) throw new InvalidOptionError({ option, problem: 'expected 0x and 64 hex digits' })
      return waitForReceipt(clientOf(networkId), { hash, signal })
    },

    getCapabilities: async (target) => (await calls()).getCapabilities(target),
    sendCalls: async (request) => (await calls()).sendCalls(request),
    getCallsStatus: async (request) => (await calls()).getCallsStatus(request),
    showCallsStatus: async (request) => (await calls()).showCallsStatus(request),
    getCallReceipts: async (request) => (await calls()).getCallReceipts(request),
    checkpoint: async (request) => (await calls()).checkpoint(request),
    findSent: async (request) => (await calls()).findSent(request),
    getAssets: async (request) => (await calls()).getAssets(request),

    getRouters: async (request) => (await swaps()).getRouters(request),
    readSwap: async (request) => (await swaps()).readSwap(request),
    getAllowance: async (request) => (await swaps()).getAllowance(request),
    writeApproval: async (request) => (await swaps()).writeApproval(request),
    simulate: async (request) => (await swaps()).simulate(request),
    readReceived: async (request) => (await swaps()).readReceived(request),

    async grantPermissions(request) {
      const { grantPermissions } = await import('../permissions/permissions.js')
      return grantPermissions(await providerOf(request.connectorId), request)
    },

    async revokePermissions(request) {
      const { revokePermissions } = await import('../permissions/permissions.js')
      return revokePermissions(await providerOf(request.connectorId), request)
    },

    async readAddress({ text }) {
      const { readAddress } = await import('./sending.js')
      return readAddress(text)
    },

    async inspectRecipient({ address, networkId }) {
      const { inspectRecipient } = await import('./sending.js')
      return inspectRecipient(clientOf(networkId), parseAddress(address, 'address'))
    },

    async getTokenBalances({ address, networkId }) {
      const { getTokenBalances } = await import('./tokens.js')
      return getTokenBalances(clientOf(networkId), parseAddress(address, 'address'), options.tokens)
    },

    async getToken({ address, token, networkId }) {
      const { getToken } = await import('./sending.js')
      return isHexOf(token, 40) ? getToken(clientOf(networkId), token, parseAddress(address, 'address')) : undefined
    },

    async getItemUnits({ address, token, tokenId, networkId }) {
      const { getItemUnits } = await import('./sending.js')
      return getItemUnits(clientOf(networkId), parseAddress(token, 'token'), tokenId, parseAddress(address, 'address'))
    },

    async getFeeSpeeds({ networkId, address }) {
      if (isSmart(address)) return [] // an operation is priced by the wallet that makes it
      const { speedsOf } = await import('./market.js')
      return speedsOf(clientOf(networkId))
    },

    async getMaximum({ speed, gas, ...target }) {
      const { address, networkId } = target
      const to = target.to === undefined ? undefined : parseAddress(target.to, 'to')
      const account = await smartAccountOf(target)
      const most = account && (await (await import('./smartFee.js')).getSmartMaximum(account, { to, gas }))
      if (most !== undefined) return most
      const { getMaximum } = await import('./sending.js')
      const client = clientOf(networkId)
      const offer = speed && (await (await import('./market.js')).offerOf(client, speed))
      return getMaximum(client, parseAddress(address, 'address'), { to, gas, offer })
    },

    // EIP-681
    paymentUri: ({ address, networkId }) => `ethereum:${parseAddress(address, 'address')}${networkId ? `@${chainIdOf(networkId)}` : ''}`,

    async lookupAddress({ address, networkId }) {
      const client = ensClient()
      if (!client) return {}
      const { lookupAddress } = await import('./names.js')
      return lookupAddress(client, parseAddress(address, 'address'), networkId).catch((thrown: unknown) => {
        throw endpointError(thrown, 'eth_call')
      })
    },

    async writePrimaryName({ name, networkId }) {
      const { writePrimaryName } = await import('./names.js')
      return writePrimaryName(clientOf(networkId), { name, networkId }).catch((thrown: unknown) => {
        throw endpointError(thrown, 'eth_call')
      })
    },

    async resolveName({ name, networkId }) {
      const { resolveName } = await import('./names.js')
      return resolveName(ensClient(), { name, networkId }).catch((thrown: unknown) => {
        throw endpointError(thrown, 'eth_call')
      })
    },
  }
}

/** What an order asks of the chain, at the price of its speed where one was chosen. */
async function priced(client: Client, request: TransactionRequest): Promise<CheckedCall> {
  const call = await readOrder(client, request)
  return request.speed ? (await import('./market.js')).withOffer(client, call, request.speed) : call
}
