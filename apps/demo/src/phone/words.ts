import type { WalletConnectRequest } from '@portico/testing/walletconnect'
import type { NetworkId } from '@portico/core'
import { titleOf } from '../wallets/Requests.js'

/** How a site is called: its name, and the host that it says to be. Untrusted text. */
export function siteOf({ name, url }: { readonly name: string; readonly url: string }): { readonly name: string; readonly host: string } {
  const host = URL.canParse(url) ? new URL(url).host : url
  return { name: name || host || 'A site', host }
}

const networkNames: Readonly<Record<string, string>> = {
  'eip155:1': 'Ethereum',
  'eip155:10': 'OP Mainnet',
  'eip155:8453': 'Base',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'Solana',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'Solana devnet',
  'bip122:000000000019d6689c085ae165831e93': 'Bitcoin',
}
export const networkName = (chain: string): string => networkNames[chain] ?? chain

const familyNames: Readonly<Record<string, string>> = { eip155: 'EVM', solana: 'Solana', bip122: 'Bitcoin' }
export const familyName = (family: string): string => familyNames[family] ?? family

/** A network whose picture stands for a chain family. */
export const pictureOf = (family: string): NetworkId =>
  family === 'solana'
    ? 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
    : family === 'bip122'
      ? 'bip122:000000000019d6689c085ae165831e93'
      : 'eip155:1'

/** What a request was about, in the past: 'Connect to this site' for 'Connect to this site?'. */
export const subjectOf = (request: WalletConnectRequest): string => titleOf({ ...request, summary: '' }).replace(/\?$/, '')

const lines: Readonly<Record<string, { readonly says: string; readonly tone: 'ok' | 'bad' | 'quiet' }>> = {
  idle: { says: 'Ready', tone: 'quiet' },
  connecting: { says: 'Connecting', tone: 'quiet' },
  open: { says: 'Online', tone: 'ok' },
  waiting: { says: 'The relay cannot be reached', tone: 'bad' },
  refused: { says: 'The relay refuses this wallet', tone: 'bad' },
  closed: { says: 'Closed', tone: 'quiet' },
}
/** How the line to the relay is, in words. */
export const lineOf = (status: string): { readonly says: string; readonly tone: 'ok' | 'bad' | 'quiet' } =>
  lines[status] ?? { says: status, tone: 'quiet' }
