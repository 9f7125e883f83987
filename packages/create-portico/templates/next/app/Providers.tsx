'use client'
import { evm } from '@portico/adapter-evm'
import { base, mainnet } from '@portico/adapter-evm/networks'
import { cookieStorage, createPortico, savedStateFromCookie } from '@portico/core'
import { Modal, PorticoButton, PorticoProvider } from '@portico/react-ui'
import { useState, type ReactNode } from 'react'

const rpcUrl = process.env.NEXT_PUBLIC_RPC_URL

/** One portico for each request on the server, and one in the page: both start from what the cookie remembers. */
function makePortico(cookie: string) {
  const initialState = savedStateFromCookie(cookie)
  return createPortico({
    metadata: { name: 'My dapp' },
    adapters: [evm({ networks: [mainnet, base], ...(rpcUrl && { transports: { [mainnet.id]: rpcUrl } }) })],
    storage: cookieStorage(),
    ...(initialState && { initialState }),
  })
}

export function Providers({ cookie, children }: { cookie: string; children: ReactNode }) {
  const [portico] = useState(() => makePortico(cookie))
  return (
    <PorticoProvider portico={portico}>
      <header>
        <PorticoButton />
      </header>
      {children}
      <Modal />
    </PorticoProvider>
  )
}
