import { evm } from '@portico/adapter-evm'
import { base, mainnet } from '@portico/adapter-evm/networks'
import { createPortico } from '@portico/core'
import { Modal, PorticoButton, PorticoProvider } from '@portico/react-ui'
import { walletConnect } from '@portico/walletconnect'
import { createRoot } from 'react-dom/client'
import '@portico/react-ui/styles.css'

const asked = new URLSearchParams(location.search)

/** The connector, and what the bench wants to know of it: when it said what. */
function watched(description) {
  return {
    ...description,
    create(portico) {
      const connector = description.create(portico)
      const said = []
      const { link } = connector
      link.subscribe(() => {
        const { status, relay } = link.state()
        said.push([status === 'waiting' ? `uri, relay ${relay}` : status, performance.now()])
      })
      window.__code = { said, uri: () => (link.state().status === 'waiting' ? link.state().uri : undefined) }
      return connector
    },
  }
}

const portico = createPortico({
  adapters: [evm({ networks: [mainnet, base] })],
  connectors: [watched(walletConnect({ relayUrl: asked.get('relay') }))],
  metadata: { name: 'Bench' },
  ...(asked.get('api') && { apiUrl: asked.get('api') }),
})

createRoot(document.getElementById('root')).render(
  <PorticoProvider portico={portico}>
    <PorticoButton />
    <Modal />
  </PorticoProvider>,
)
