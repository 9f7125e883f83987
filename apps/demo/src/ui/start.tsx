import { StrictMode } from 'react'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { startTestWallets, type TestWalletKind } from '../wallets/start.js'
import { Preferences } from './Site.js'

export interface StartOptions {
  /** The test wallets of the page, unless its address names others. Default: those for EVM. */
  readonly wallets?: readonly TestWalletKind[]
}

/** Starts a page: its wallets first, so that they are there when the page looks for them. */
export function startPage(page: ReactNode, { wallets }: StartOptions = {}): void {
  startTestWallets(wallets)
  const element = document.getElementById('app')
  if (!element) throw new Error('The page has no #app.')
  createRoot(element).render(
    <StrictMode>
      <Preferences>{page}</Preferences>
    </StrictMode>,
  )
}
