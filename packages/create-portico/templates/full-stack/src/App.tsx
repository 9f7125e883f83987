import { Modal, PorticoButton, PorticoProvider } from '@portico/react-ui'
import '@portico/react-ui/styles.css'
import { Balance } from './Balance'
import { Members } from './Members'
import { portico } from './portico'

export function App() {
  return (
    <PorticoProvider portico={portico}>
      <header>
        <PorticoButton />
      </header>
      <main>
        <Balance />
        <Members />
      </main>
      <Modal />
    </PorticoProvider>
  )
}
