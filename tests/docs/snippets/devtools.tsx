import { Modal, PorticoProvider } from '@portico/react-ui'
import { Devtools } from '@portico/react-ui/devtools'
import { portico } from './portico.js'

export const App = () => (
  <PorticoProvider portico={portico}>
    <Modal />
    {process.env['NODE_ENV'] !== 'production' && <Devtools />}
  </PorticoProvider>
)
