'use client'
// What every host shows: Portico's button and modal, and the few things that the walk presses and reads.
import { Modal, PorticoButton, PorticoProvider, useAccount, useSignMessage } from '@portico/react-ui'

export function Site({ portico, prefetch, children }) {
  return (
    <PorticoProvider portico={portico}>
      <header>
        <PorticoButton />
      </header>
      <Account />
      {children}
      <Modal {...(prefetch && { prefetch })} />
    </PorticoProvider>
  )
}

function Account() {
  const { address } = useAccount()
  const { mutate, data, error } = useSignMessage()
  return (
    <main>
      <output id="address">{address}</output>
      <button type="button" id="sign" onClick={() => mutate({ message: 'hello' })}>
        Sign
      </button>
      <output id="signature">{error ? String(error) : data}</output>
    </main>
  )
}
