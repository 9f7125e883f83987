import { PorticoProvider, useAccount } from '@portico/react-ui'
import { Account } from './Account'
import { portico } from './portico'
import { Leave, Wallets } from './Wallets'

export function App() {
  return (
    <PorticoProvider portico={portico}>
      <header>
        <Wallet />
      </header>
      <Account />
    </PorticoProvider>
  )
}

function Wallet() {
  const { status } = useAccount()
  return status === 'connected' ? <Leave /> : <Wallets />
}
