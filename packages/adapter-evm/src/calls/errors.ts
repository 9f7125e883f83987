import { CapabilityMissingError, type PorticoError } from '@portico/core'
import {
  AtomicityNotSupportedError,
  AtomicReadyWalletRejectedUpgradeError,
  BundleTooLargeError,
  DuplicateIdError,
  UnknownBundleIdError,
  UnsupportedChainIdError,
  UnsupportedNonOptionalCapabilityError,
} from '@portico/core/calls'
import { readDialect, walletError } from '../implementation/errors.js'
import type { Provider } from '../implementation/provider.js'

/** EIP-5792's own codes. */
const byCode: Readonly<Record<number, new (options: { cause?: unknown }) => PorticoError>> = {
  5700: UnsupportedNonOptionalCapabilityError,
  5710: UnsupportedChainIdError,
  5720: DuplicateIdError,
  5730: UnknownBundleIdError,
  5740: BundleTooLargeError,
  5750: AtomicReadyWalletRejectedUpgradeError,
  5760: AtomicityNotSupportedError,
}

/** How wallets that lack a method say so without a code of their own, as their own tests and issues show. */
const missing =
  /method .{0,60}(not (supported|found|available|implemented|exist)|does ?n[o']t exist)|unsupported (method|wc_ method)|unknown method|does not exist\s*\/\s*is not available|missing or invalid\. request\(\)|did not match any variant of untagged enum|eip-7702 not supported|account upgraded to unsupported contract/i

/** Turns what a wallet threw at one of EIP-5792's methods into an error of ours. Never throws. */
export function callsError(thrown: unknown, method: string): PorticoError {
  const { codes, texts } = readDialect(thrown)
  const ErrorOf = codes.map((code) => byCode[code]).find(Boolean)
  if (ErrorOf) return new ErrorOf({ cause: thrown })
  const error = walletError(thrown, method)
  const isMissing = error.name === 'WalletRequestError' && texts.some((text) => missing.test(text))
  return isMissing ? new CapabilityMissingError({ capability: method, namespace: 'eip155' }) : error
}

/** Sends one of EIP-5792's requests to a wallet. @throws an error of ours, whatever the wallet throws */
export async function askForCalls(provider: Provider, method: string, params: readonly unknown[]): Promise<unknown> {
  try {
    return await provider.request({ method, params })
  } catch (thrown) {
    throw callsError(thrown, method)
  }
}
