import { Modal, PorticoButton, PorticoProvider } from '@portico/react-ui'
import '@portico/react-ui/styles.css'
import { Account } from './Account'
import { portico } from './portico'

export function App() {
  return (
    <PorticoProvider portico={portico}>
      <header>
        <PorticoButton />
      </header>
      <Account />
      <Modal />
    </PorticoProvider>
  )
}
