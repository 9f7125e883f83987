import { appkit } from './appkit.mjs'
import { connectkit } from './connectkit.mjs'
import { rainbowkit } from './rainbowkit.mjs'
import { walletAdapter } from './walletAdapter.mjs'

/** The kits that a site can come from. */
export const kits = { rainbowkit, connectkit, appkit, 'wallet-adapter': walletAdapter }
