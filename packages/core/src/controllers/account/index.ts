export * from './actions.js'
export * from './errors.js'
export * from './refresh.js'
export {
  accountFrom, accountStore, defaultAccountTypes, getAccount, noteAccount,
  type Account, type AccountFacts, type AccountType, type TokenBalance,
} from './store.js'
