export { walletAdapter, type AdapterLike } from './walletAdapter/walletAdapter.js'
