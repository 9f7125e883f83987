import { WalletProvider } from '@solana/wallet-adapter-react'
import { WalletModalProvider, WalletMultiButton } from '@solana/wallet-adapter-react-ui'
import { useMemo } from 'react'
import { Tip } from './Tip'
import '@solana/wallet-adapter-react-ui/styles.css'

export function App() {
  const wallets = useMemo(() => [], [])
  return (
    <WalletProvider wallets={wallets} autoConnect>
      <WalletModalProvider>
        <WalletMultiButton />
        <Tip />
      </WalletModalProvider>
    </WalletProvider>
  )
}
