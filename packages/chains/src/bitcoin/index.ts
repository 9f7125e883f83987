export { type BitcoinAccount, type BitcoinAddress, bitcoinAccounts, ordinalsKey, paymentKey } from './accounts.js'
export { type Bitcoin, type BitcoinHealth, type BitcoinOptions, createBitcoin } from './createBitcoin.js'
export { InvalidAddressError, TransactionRefusedError } from './errors.js'
