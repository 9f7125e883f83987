import { ProviderNotFoundError, WalletAnswerError, type NetworkId } from '@portico/core'
import type { Address, Hex } from 'viem'
import { getAddress } from 'viem/utils'
import { isProvider } from '../discover/announced.js'
import { walletError } from './errors.js'

/** An EIP-1193 provider, of which nothing is believed. */
export interface Provider {
  request: (request: { method: string; params?: unknown }) => unknown
  on?: (event: string, listener: (payload: unknown) => void) => unknown
  removeListener?: (event: string, listener: (payload: unknown) => void) => unknown
  off?: (event: string, listener: (payload: unknown) => void) => unknown
}

const canRequest = (value: unknown): value is Provider => isProvider(value)

/** @throws ProviderNotFoundError when it is nothing that one can send requests to */
export function asProvider(value: unknown): Provider {
  if (!canRequest(value)) throw new ProviderNotFoundError()
  return value
}

/** Sends one request to a wallet. @throws one of core's errors, whatever the wallet throws */
export async function ask(provider: Provider, method: string, params?: readonly unknown[]): Promise<unknown> {
  try {
    return await provider.request({ method, ...(params && { params }) })
  } catch (thrown) {
    throw walletError(thrown, method)
  }
}

/** Addresses with checksum, each once; undefined unless it is a list in which every entry is 0x and 40 hex digits. */
export function readAccounts(value: unknown): Address[] | undefined {
  const isAddress = (entry: unknown): entry is string => typeof entry === 'string' && /^0x[\da-f]{40}$/i.test(entry)
  if (!Array.isArray(value) || value.length > 10_000 || !value.every(isAddress)) return undefined
  return [...new Set(value.map((address) => getAddress(address.toLowerCase())))]
}

/** @throws WalletAnswerError */
export function parseAccounts(value: unknown, method: string): Address[] {
  const accounts = readAccounts(value)
  if (!accounts) throw new WalletAnswerError({ method })
  return accounts
}

/** A chain id from hex, decimal text, number or bigint; undefined for anything that is none of these, or not a positive safe integer. */
export function readChainId(value: unknown): number | undefined {
  const isText = typeof value === 'string' && /^(0x[\da-f]{1,14}|\d{1,16})$/i.test(value)
  const chainId = isText || typeof value === 'number' || typeof value === 'bigint' ? Number(value) : NaN
  return Number.isSafeInteger(chainId) && chainId > 0 ? chainId : undefined
}

/** @throws WalletAnswerError */
export function parseChainId(value: unknown, method: string): number {
  const chainId = readChainId(value)
  if (chainId === undefined) throw new WalletAnswerError({ method })
  return chainId
}

/** 0x hex of whole bytes, at least `bytes` of them, or exactly with `exact`. @throws WalletAnswerError */
export function parseHex(value: unknown, method: string, { bytes, exact = false }: { bytes: number; exact?: boolean }): Hex {
  const isHex = (text: unknown): text is Hex => typeof text === 'string' && /^0x([\da-f]{2})*$/i.test(text)
  if (!isHex(value) || value.length > 1_000_000) throw new WalletAnswerError({ method })
  const size = value.length / 2 - 1
  if (exact ? size !== bytes : size < bytes) throw new WalletAnswerError({ method })
  return value
}

/** The wallet's accounts, without any prompt. */
export const askAccounts = async (provider: Provider) => parseAccounts(await ask(provider, 'eth_accounts'), 'eth_accounts')

/** The chain that the wallet is on. */
export const askChainId = async (provider: Provider) => parseChainId(await ask(provider, 'eth_chainId'), 'eth_chainId')

export const toHexNumber = (value: number | bigint): Hex => `0x${value.toString(16)}`

export const networkIdOf = (chainId: number): NetworkId => `eip155:${chainId}`
