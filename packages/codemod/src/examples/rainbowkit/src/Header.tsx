import { ConnectButton, useAddRecentTransaction, useChainModal, useConnectModal } from '@rainbow-me/rainbowkit'
import { useAccount } from 'wagmi'

export const Header = () => {
  const { isConnected } = useAccount()
  const { openConnectModal, connectModalOpen } = useConnectModal()
  const { openChainModal } = useChainModal()
  const addRecentTransaction = useAddRecentTransaction()
  return (
    <header>
      <ConnectButton label="Sign in" showBalance={false} accountStatus="address" chainStatus="icon" />
      {!isConnected && (
        <button type="button" disabled={connectModalOpen} onClick={openConnectModal}>
          Buy a ticket
        </button>
      )}
      <button type="button" onClick={() => openChainModal?.()}>
        Networks
      </button>
      <button type="button" onClick={() => addRecentTransaction({ hash: '0x01', description: 'Ticket', confirmations: 3 })}>
        Remember
      </button>
    </header>
  )
}
