import { StrictMode } from 'react'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { startTestWallets } from '../wallets/start.js'
import { Preferences } from './Site.js'

/** Starts a page: its wallets first, so that they are there when the page looks for them. */
export function startPage(page: ReactNode): void {
  startTestWallets()
  const element = document.getElementById('app')
  if (!element) throw new Error('The page has no #app.')
  createRoot(element).render(
    <StrictMode>
      <Preferences>{page}</Preferences>
    </StrictMode>,
  )
}
