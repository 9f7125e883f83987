import { RequestPendingError, UserRejectedError, type NetworkId } from '@portico/core'
import { within, type AskOffer, type SignedIn, type SignInOffer } from '@portico/core/kit'
import { parseSignInMessage, writeSignInMessage } from '@portico/siwx'
import { chainOf, publicChains } from '../chains.js'
import { askToSignIn } from './signInWith.js'
import type { Wallet, WalletAccount } from './wallet.js'

/** How long the site may take to say what is to be signed, in milliseconds. A visitor who waits longer is only connected. */
const offerTimeout = 5_000

interface ConnectSignedParameters {
  readonly wallet: Wallet
  readonly signIn: AskOffer
  /** The network to sign in on, where the site lets one. */
  readonly wanted: NetworkId | undefined
  /** Whether somebody still waits for the wallet. @throws ConnectionCancelledError */
  readonly checkWanted: () => void
}

export interface Entry {
  readonly accounts: readonly WalletAccount[]
  readonly signedIn?: readonly SignedIn[]
}

/**
 * Connects and signs in with one question (`solana:signIn`). Where the site has nothing to be signed now, or the wallet can't after
 * all, it is asked to connect alone. A text that is not the one that was asked for, to the letter, counts for nothing (S22).
 * @throws as `connect` of the wallet
 */
export async function connectSigned({ wallet, signIn, wanted, checkWanted }: ConnectSignedParameters): Promise<Entry> {
  const offer = await within(signIn(['solana']), offerTimeout)
  checkWanted()
  const able = offer?.chains.filter((id) => id.startsWith('solana:')) ?? []
  const networkId = able.find((id) => id === wanted) ?? able[0]
  if (!offer || networkId === undefined) return { accounts: await wallet.connect() }
  const fields = fieldsOf(offer, networkId)
  try {
    const { account, message, signature } = await askToSignIn(wallet, fields)
    const { address } = account
    const text = new TextDecoder().decode(message)
    return {
      accounts: withFirst(account, wallet.accounts() ?? []),
      ...(isText(text, { ...fields, namespace: 'solana', address }) && { signedIn: [{ message: text, signature, networkId, address }] }),
    }
  } catch (error) {
    if (error instanceof UserRejectedError || error instanceof RequestPendingError) throw error
    // Wallets have the feature for all accounts, and some of those are on a device that cannot.
    checkWanted()
    return { accounts: await wallet.connect() }
  }
}

function fieldsOf({ chains: _chains, ...offer }: SignInOffer, networkId: NetworkId) {
  const chain = chainOf(networkId)
  // Wallets know the public networks by their names alone; a server knows any other by its whole id.
  const chainId = publicChains.some((one) => one === chain) ? chain.slice('solana:'.length) : networkId
  return { ...offer, version: '1' as const, chainId }
}

/** Whether it is the very text of these fields; without a statement a wallet may leave a line more. */
function isText(text: string, fields: Parameters<typeof writeSignInMessage>[0]): boolean {
  try {
    return text === writeSignInMessage(fields) || writeSignInMessage(parseSignInMessage(text)) === writeSignInMessage(fields)
  } catch {
    return false
  }
}

/** The account that signed is the one in use. */
const withFirst = (first: WalletAccount, all: readonly WalletAccount[]): readonly WalletAccount[] => [
  all.find(({ address }) => address === first.address) ?? first,
  ...all.filter(({ address }) => address !== first.address),
]
