import { ConnectKitButton, useModal } from 'connectkit'
import { Web3Provider } from './Web3Provider'

function Write() {
  const { open, setOpen } = useModal()
  return (
    <button type="button" aria-expanded={open} onClick={() => setOpen(true)}>
      Write
    </button>
  )
}

export const App = () => (
  <Web3Provider>
    <ConnectKitButton />
    <Write />
  </Web3Provider>
)
