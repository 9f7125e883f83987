import type { Portico } from '@portico/core'
import { Modal, PorticoButton, PorticoProvider } from '@portico/react-ui'
import '@portico/react-ui/styles.css'
import { createRoot } from 'react-dom/client'

/** Draws the button and the modal into an element, and answers with the way to take them out again. */
export function mountWallet(element: Element | null, portico: Portico): () => void {
  if (!element) throw new Error('The page has no element for the wallet button.')
  const root = createRoot(element)
  root.render(
    <PorticoProvider portico={portico}>
      <PorticoButton />
      <Modal />
    </PorticoProvider>,
  )
  return () => root.unmount()
}
