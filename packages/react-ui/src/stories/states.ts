import { networkStore, type Connection, type Connector, type NetworkId, type Portico } from '@portico/core'
import { dispatchConnection, noteAccount } from '@portico/core/kit'
import { fakeAddress } from '@portico/testing'
import { bitcoin, bitcoinAddress, bitloom, ordinalsAddress, solana, solanaAddress, solstice } from './chains.js'
import { harbor } from './wallets.js'

export interface ConnectedParts {
  readonly connector?: Connector
  readonly address?: string
  readonly networkId?: NetworkId
  /** In wei; `none` leaves it to be loaded. */
  readonly balance?: bigint | 'failed' | 'none'
  readonly name?: string
  /** An account of a contract (ERC-4337). */
  readonly isSmart?: boolean
}

/** A connected wallet, with 1.842 ETH on Base unless told otherwise. */
export const connected =
  ({
    connector = harbor,
    address = fakeAddress,
    networkId = 'eip155:8453',
    balance = 1_842_000_000_000_000_000n,
    name,
    isSmart = false,
  }: ConnectedParts = {}) =>
  (portico: Portico): void => {
    const accounts = isSmart ? [{ address, type: 'smartAccount' as const }] : undefined
    const grant = { addresses: [address], networkId, ...(accounts && { accounts }) }
    dispatchConnection(portico, 'eip155', { type: 'adopted', connector, grant, activate: true })
    if (balance === 'failed') noteAccount(portico, 'eip155', address, { balanceStatus: 'failed' })
    else if (balance !== 'none')
      noteAccount(portico, 'eip155', address, {
        balanceStatus: 'ready',
        balance: { units: balance, decimals: 18, symbol: 'ETH', networkId },
      })
    if (name) noteAccount(portico, 'eip155', address, { profileName: name })
  }

/** A connected Solana wallet, with 9.204 SOL. */
export const solanaConnected =
  (connector: Connector = solstice, address = solanaAddress) =>
  (portico: Portico): void => {
    dispatchConnection(portico, 'solana', {
      type: 'adopted',
      connector,
      grant: { addresses: [address], networkId: solana.id },
      activate: true,
    })
    noteAccount(portico, 'solana', address, {
      balanceStatus: 'ready',
      balance: { units: 9_204_000_000n, decimals: 9, symbol: 'SOL', networkId: solana.id },
    })
  }

/** A connected Bitcoin wallet of two addresses, with 0.184 BTC. */
export const bitcoinConnected =
  (connector: Connector = bitloom, change: Partial<Connection> = {}) =>
  (portico: Portico): void => {
    const accounts = [
      { address: bitcoinAddress, type: 'payment' as const },
      { address: ordinalsAddress, type: 'ordinal' as const },
    ]
    const grant = { addresses: [bitcoinAddress, ordinalsAddress], accounts, networkId: bitcoin.id, ...change }
    dispatchConnection(portico, 'bip122', { type: 'adopted', connector, grant, activate: true })
    noteAccount(portico, 'bip122', bitcoinAddress, {
      balanceStatus: 'ready',
      balance: { units: 18_400_000n, decimals: 8, symbol: 'BTC', networkId: bitcoin.id },
    })
  }

/** A wallet that is being asked, or that has refused. */
export const attempting =
  (error?: Error, connector: Connector = harbor) =>
  (portico: Portico): void => {
    dispatchConnection(portico, 'eip155', { type: 'attempted', connector })
    if (error) dispatchConnection(portico, 'eip155', { type: 'refused', attemptId: 1, error })
  }

/** A switch of network that waits, or that ended in `status`. */
export const switching =
  (networkId: NetworkId, status: 'waiting' | 'declined' | 'unable' | 'failed' = 'waiting', error: Error = new Error('')) =>
  (portico: Portico): void => {
    const target = portico.networks.find(({ id }) => id === networkId) ?? portico.networks[0]
    networkStore(portico).setState(({ byNamespace }) => {
      const { eip155 } = byNamespace
      if (!eip155) return {}
      return {
        byNamespace: {
          ...byNamespace,
          eip155: { ...eip155, switching: status === 'waiting' ? { id: 1, target, status } : { id: 1, target, status, error } },
        },
      }
    })
  }

/** Several arrangements, one after the other. */
export const both =
  (...arrange: readonly ((portico: Portico) => void)[]) =>
  (portico: Portico): void => {
    for (const step of arrange) step(portico)
  }
