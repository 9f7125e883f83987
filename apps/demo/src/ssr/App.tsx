import { cookieStorage, createPortico, savedStateFromCookie, type Portico } from '@portico/core'
import { evm } from '@portico/adapter-evm'
import { Modal, NetworkButton, PorticoButton, PorticoProvider } from '@portico/react-ui'
import { MiniApp } from '../mini/MiniApp.js'
import { networks } from '../networks.js'
import { metadata } from '../site.js'
import { Card } from '../ui/Card.js'
import { desktop } from '../ui/glyphs.js'
import { Mark } from '../ui/Icon.js'

/** The same portico on the server, one for each request, and in the page: both start from the cookie. */
export function createPageOf(cookie: string | undefined): Portico {
  const initialState = savedStateFromCookie(cookie, 'ssr')
  return createPortico({
    id: 'ssr',
    adapters: [evm({ networks })],
    metadata,
    storage: cookieStorage(),
    ...(initialState && { initialState }),
  })
}

export function App({ portico }: { readonly portico: Portico }) {
  return (
    <PorticoProvider portico={portico}>
      <header className="m-header">
        <div className="m-wrap m-header__row">
          <a className="m-brand" href="/">
            <Mark />
            <span>Meridian</span>
          </a>
          <div className="m-header__buttons m-end">
            <NetworkButton />
            <PorticoButton balance={false} />
          </div>
        </div>
      </header>
      <main className="m-wrap m-main">
        <div className="m-intro">
          <h1>Rendered on a server</h1>
          <p>The server read the cookie and rendered what you are about to see. The page takes over without a flash.</p>
        </div>
        <div className="m-grid">
          <Card level={2} glyph={desktop} title="Meridian, in small" lead="Connect, reload, and look at the first paint.">
            <MiniApp />
          </Card>
        </div>
      </main>
      <Modal />
    </PorticoProvider>
  )
}
