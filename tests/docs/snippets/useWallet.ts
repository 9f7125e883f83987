import { createWeb3jsSigner } from '@portico/adapter-solana/web3js'
import { walletHook } from '@portico/react-ui/wallet-adapter'

export const useWallet = walletHook(createWeb3jsSigner)
