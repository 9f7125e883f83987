import {
  BalanceUnavailableError,
  CapabilityMissingError,
  ConnectorNotConnectedError,
  InvalidOptionError,
  NetworkNotConfiguredError,
  SwitchNotSupportedError,
  WalletAnswerError,
  type Call,
  type NetworkId,
  type Portico,
} from '@portico/core'
import type { Adapter, AdapterEvents, TransactionRequest } from '@portico/core/kit'
import type { Config } from '@wagmi/core'
import type { Address, Client, Hex } from 'viem'
import { bytesToHex, stringToHex } from 'viem/utils'
import type { Visit } from '../evm.js'
import { createDirectory, followConfig } from '../listen/index.js'
import type { EvmOptions } from '../options.js'
import { chainIdOf, checkWallet } from './agree.js'
import { createOwnConfig } from './config.js'
import { createConnections } from './connections.js'
import { endpointError, walletError } from './errors.js'
import { estimateFee, wireCall, type CheckedCall } from './fee.js'
import { ask, asProvider, networkIdOf, parseChainId, parseHex, readChainId, toHexNumber } from './provider.js'
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

  const ensClient = () =>
    config.chains.some(({ id, contracts }) => id === 1 && contracts?.ensUniversalResolver) ? clientOf('eip155:1') : undefined

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
      return follower.stop
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
        return BigInt(await clientOf(networkId).request({ method: 'eth_getBalance', params: [parseAddress(address, 'address'), 'latest'] }))
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
      return estimateFee(clientOf(request.networkId), parseAddress(request.address, 'address'), parseOrder(request))
    },

    async sendTransaction(request) {
      const call = parseOrder(request)
      const provider = await providerOf(request.connectorId)
      await checkWallet(provider, request)
      const transaction = { from: request.address, chainId: toHexNumber(chainIdOf(request.networkId)), ...wireCall(call) }
      return parseHex(await ask(provider, 'eth_sendTransaction', [transaction]), 'eth_sendTransaction', { bytes: 32, exact: true })
    },

    async waitForReceipt({ hash, networkId, signal }) {
      const option = 'hash'
      if (!isHexOf(hash, 64)) throw new InvalidOptionError({ option, problem: 'expected 0x and 64 hex digits' })
      return waitForReceipt(clientOf(networkId), { hash, signal })
    },

    async getCapabilities(target) {
      const provider = await providerOf(target.connectorId)
      const method = 'wallet_getCapabilities'
      const answer = await ask(provider, method, [target.address]).catch((error: unknown) => {
        if (error instanceof CapabilityMissingError) return {}
        throw error
      })
      if (!isRecord(answer)) throw new WalletAnswerError({ method })
      return Object.fromEntries(
        Object.entries(answer).flatMap(([chainId, able]) => {
          const id = readChainId(chainId)
          return id !== undefined && isRecord(able) ? [[networkIdOf(id), able]] : []
        }),
      )
    },

    async sendCalls({ calls, ...target }) {
      const parsed = calls.map((call, at) => wireCall(parseCall(call, `calls[${at}].`)))
      const provider = await providerOf(target.connectorId)
      await checkWallet(provider, target)
      const method = 'wallet_sendCalls'
      const batch = {
        version: '2.0.0',
        from: target.address,
        chainId: toHexNumber(chainIdOf(target.networkId)),
        atomicRequired: false,
        calls: parsed,
      }
      const answer = await ask(provider, method, [batch])
      const id = isRecord(answer) ? answer['id'] : answer // plain text before version 2
      if (typeof id !== 'string' || !id || id.length > 8_194) throw new WalletAnswerError({ method })
      return id
    },

    // EIP-681
    paymentUri: ({ address, networkId }) => `ethereum:${parseAddress(address, 'address')}${networkId ? `@${chainIdOf(networkId)}` : ''}`,

    async lookupAddress({ address }) {
      const client = ensClient()
      if (!client) return {}
      const { lookupAddress } = await import('./names.js')
      return lookupAddress(client, parseAddress(address, 'address')).catch((thrown: unknown) => {
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

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isHexOf = (value: unknown, digits: number): value is Hex =>
  typeof value === 'string' && value.length === digits + 2 && /^0x[\da-f]+$/i.test(value)

function parseAddress(value: string, option: string): Address {
  if (!isHexOf(value, 40)) throw new InvalidOptionError({ option, problem: 'expected an address, 0x and 40 hex digits' })
  return value
}

/** A transfer or call as a visitor means it: with a token, it is the token's contract that is called (ERC-20 `transfer`). */
function parseOrder({ token, feeRate, ...request }: TransactionRequest): CheckedCall {
  if (feeRate !== undefined) throw new InvalidOptionError({ option: 'feeRate', problem: 'EVM chains have none: leave it out' })
  const call = parseCall(request)
  if (token === undefined) return call
  if (call.data !== undefined) throw new InvalidOptionError({ option: 'data', problem: 'a token is sent without any' })
  const { to, value = 0n } = call
  if (value >= 2n ** 256n) throw new InvalidOptionError({ option: 'value', problem: 'expected at most 256 bits' })
  const word = (hex: string) => hex.padStart(64, '0')
  return { to: parseAddress(token, 'token'), value: 0n, data: `0xa9059cbb${word(to.slice(2).toLowerCase())}${word(value.toString(16))}` }
}

function parseCall({ to, value, data }: Call | TransactionRequest, at = ''): CheckedCall {
  if (value !== undefined && (typeof value !== 'bigint' || value < 0n))
    throw new InvalidOptionError({ option: `${at}value`, problem: 'expected a bigint that is not negative' })
  const isData = (text: string | undefined): text is Hex | undefined => text === undefined || /^0x([\da-f]{2})*$/i.test(text)
  if (!isData(data)) throw new InvalidOptionError({ option: `${at}data`, problem: 'expected whole bytes as 0x hex' })
  return { to: parseAddress(to, `${at}to`), value, data }
}
