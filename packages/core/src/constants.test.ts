import { expect, test } from 'vitest'
import { balanceCooldown } from './controllers/account/refresh.js'
import { defaultAccountTypes } from './controllers/account/store.js'
import { recentWalletLimit } from './controllers/connection/recentWallets.js'
import { bodyLimit, readTimeout, retryBaseDelay, retryLimit, retryableStatuses } from './kit/http/send.js'
import { retryAfterLimit } from './kit/http/retryDelay.js'
import { addressEnd, addressStart } from './kit/amount/address.js'
import { shownDecimals } from './kit/amount/format.js'
import { namespaces } from './kit/caip/ids.js'
import { balanceLifetime, garbageTime, identityLifetime, nameLifetime, queryRetries, queryRetryDelay } from './portico/query.js'
import { storageKeys } from './storage/storage.js'
import { toastSwitchDelay } from './toast/toast.js'
import { connectTimeout, restoreTimeout } from './controllers/connection/timeouts.js'

/** What sites and visitors may rely on. Times in milliseconds. */
const promised: Readonly<Record<string, readonly [inCode: unknown, specified: unknown]>> = {
  'balance retry cooldown 30 s': [balanceCooldown, 30_000],
  'native balance cache 30 s': [balanceLifetime, 30_000],
  'identity cache 5 min': [identityLifetime, 5 * 60_000],
  'naming-service name cache 5 min': [nameLifetime, 5 * 60_000],
  'cache garbage collection 5 min': [garbageTime, 5 * 60_000],
  'default timeout of a connection 5 min': [connectTimeout, 5 * 60_000],
  'toast switch delay 150 ms': [toastSwitchDelay, 150],
  'HTTP retries 3': [retryLimit, 3],
  'HTTP retry base delay 150 ms': [retryBaseDelay, 150],
  'retryable HTTP statuses': [retryableStatuses, [403, 408, 413, 429, 500, 502, 503, 504]],
  'query retries 3': [queryRetries, 3],
  'query retry delay capped at 30 s': [queryRetryDelay(100), 30_000],
  'recent wallets kept 2': [recentWalletLimit, 2],
  'amounts shown to 3 decimals': [shownDecimals, 3],
  'addresses truncated to 4 start characters': [addressStart, 4],
  'addresses truncated to 6 end characters': [addressEnd, 6],
  'default account types': [
    defaultAccountTypes,
    { bip122: 'payment', eip155: 'smartAccount', polkadot: 'eoa', solana: 'eoa', cosmos: 'eoa' },
  ],
  'chain families': [namespaces, ['eip155', 'solana', 'bip122', 'polkadot', 'cosmos']],
}

test.each(Object.entries(promised))('a value that others rely on: %s', (_, [inCode, specified]) => {
  expect(inCode).toEqual(specified)
})

/** What docs/promises.md promises. */
test.each([
  ['R4: a wallet may appear up to 10 s late', restoreTimeout, 10_000],
  ['R7: Retry-After is honoured up to 30 s', retryAfterLimit, 30_000],
  ['R9: of an answer at most 5 MB are read', bodyLimit, 5_000_000],
  ['R9: reading takes at most 10 s', readTimeout, 10_000],
  [
    'S41: the keys that are written',
    storageKeys,
    [
      'state',
      'recent',
      'walletconnect',
      'embedded',
      'login',
      'sent',
      'recipients',
      'tokens',
      'left',
      'permissions',
      'calls',
      'signed',
      'onramp',
    ],
  ],
])('%s', (_, inCode, promised) => {
  expect(inCode).toEqual(promised)
})
