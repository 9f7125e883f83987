import { createRoot } from 'react-dom/client'
import { createTestWallets } from './createTestWallets.js'
import css from './panel.css?inline'
import type { TestWalletKind } from './start.js'
import { TestWallets } from './TestWallets.js'

/**
 * Puts the test wallets into the page, and a panel to play them with. The panel lives in a shadow root, out of reach of the
 * page's style sheets, as an extension's window would.
 */
export async function showTestWallets(kinds: readonly TestWalletKind[]): Promise<void> {
  const wallets = await createTestWallets(kinds)
  const host = document.createElement('test-wallets')
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets = [sheet]
  document.body.append(host)
  createRoot(root).render(<TestWallets wallets={wallets} />)
}
