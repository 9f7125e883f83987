'use client'
import { evm } from '@portico/adapter-evm'
import { base, mainnet } from '@portico/adapter-evm/networks'
import { cookieStorage, createPortico, type SavedState } from '@portico/core'
import { Modal, PorticoButton, PorticoProvider } from '@portico/react-ui'
import { useState, type ReactNode } from 'react'

const rpcUrl = process.env.NEXT_PUBLIC_RPC_URL

/** One portico for each request on the server, and one in the page: both start from what the cookie remembers. */
function makePortico(initialState: SavedState | undefined) {
  return createPortico({
    metadata: { name: 'My dapp' },
    adapters: [evm({ networks: [mainnet, base], ...(rpcUrl && { transports: { [mainnet.id]: rpcUrl } }) })],
    storage: cookieStorage(),
    initialState,
  })
}

export function Providers({ initialState, children }: { initialState: SavedState | undefined; children: ReactNode }) {
  const [portico] = useState(() => makePortico(initialState))
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
