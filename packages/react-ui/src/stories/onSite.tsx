import { setTheme, type Portico, type PorticoOptions, type ThemeMode } from '@portico/core'
import { fakeAdapter, testPortico } from '@portico/testing'
import type { Decorator } from '@storybook/react-vite'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { Modal } from '../Modal.js'
import { PorticoProvider } from '../PorticoProvider.js'
import { cairn, harbor, juniper } from './wallets.js'

export interface SiteParts {
  /** Brings the portico into the state that the story begins with. */
  readonly arrange?: (portico: Portico) => void
  readonly options?: Partial<PorticoOptions>
  /** The story draws the modal itself. */
  readonly ownModal?: boolean
}

interface SiteProps extends SiteParts {
  readonly theme: ThemeMode
  readonly children: ReactNode
}

function Site({ arrange, options, ownModal = false, theme, children }: SiteProps) {
  const [portico] = useState(() => {
    const made = testPortico({
      adapters: [fakeAdapter({ connectors: [harbor, juniper, cairn], getBalance: () => Promise.resolve(1_842_000_000_000_000_000n) })],
      metadata: { name: 'Meridian' },
      allowUnsupportedNetwork: true,
      ...options,
    })
    arrange?.(made)
    return made
  })
  useEffect(() => setTheme(portico, { themeMode: theme }), [portico, theme])
  return (
    <PorticoProvider portico={portico}>
      {children}
      {!ownModal && <Modal />}
    </PorticoProvider>
  )
}

/** The page of a site around a story: a portico with three wallets that agree to everything, and the modal. A press works as it does there. */
export const onSite =
  (parts: SiteParts = {}): Decorator =>
  (Story, { globals }) => (
    <Site {...parts} theme={globals['theme'] === 'dark' ? 'dark' : 'light'}>
      <Story />
    </Site>
  )
