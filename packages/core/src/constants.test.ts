import { expect, test } from 'vitest'
import * as core from './index.js'

/** Point 9 of the specification, as far as this package has what it governs. Times in milliseconds. */
const specification: Readonly<Record<string, readonly [inCode: unknown, specified: unknown]>> = {
  'balance retry cooldown 30 s': [core.balanceCooldown, 30_000],
  'native balance cache 30 s': [core.balanceLifetime, 30_000],
  'identity cache 5 min': [core.identityLifetime, 5 * 60_000],
  'naming-service name cache 5 min': [core.nameLifetime, 5 * 60_000],
  'cache garbage collection 5 min': [core.garbageTime, 5 * 60_000],
  'default timeout of a connection 5 min': [core.connectTimeout, 5 * 60_000],
  'toast switch delay 150 ms': [core.toastSwitchDelay, 150],
  'HTTP retries 3': [core.retryLimit, 3],
  'HTTP retry base delay 150 ms': [core.retryBaseDelay, 150],
  'retryable HTTP statuses': [core.retryableStatuses, [403, 408, 413, 429, 500, 502, 503, 504]],
  'query retries 3': [core.queryRetries, 3],
  'query retry delay capped at 30 s': [core.queryRetryDelay(100), 30_000],
  'recent wallets kept 2': [core.recentWalletLimit, 2],
  'amounts shown to 3 decimals': [core.shownDecimals, 3],
  'addresses truncated to 4 start characters': [core.addressStart, 4],
  'addresses truncated to 6 end characters': [core.addressEnd, 6],
  'default account types': [
    core.defaultAccountTypes,
    { bip122: 'payment', eip155: 'smartAccount', polkadot: 'eoa', solana: 'eoa', cosmos: 'eoa' },
  ],
  'chain families': [core.namespaces, ['eip155', 'solana', 'bip122', 'polkadot', 'cosmos']],
}

test.each(Object.entries(specification))('specification, point 9: %s', (_, [inCode, specified]) => {
  expect(inCode).toEqual(specified)
})

/** What `security.md` promises. */
test.each([
  ['R4: a wallet may appear up to 10 s late', core.restoreTimeout, 10_000],
  ['R7: Retry-After is honoured up to 30 s', core.retryAfterLimit, 30_000],
  ['R9: of an answer at most 5 MB are read', core.bodyLimit, 5_000_000],
  ['R9: reading takes at most 10 s', core.readTimeout, 10_000],
  ['S41: the keys that are written', core.storageKeys, ['state', 'recent', 'walletconnect', 'embedded', 'login']],
])('%s', (_, inCode, promised) => {
  expect(inCode).toEqual(promised)
})
