import { evm } from '@portico/adapter-evm'
import { createPortico, type Portico, type PorticoOptions } from '@portico/core'
import { networks } from './networks.js'
import { savedTheme } from './ui/preferences.js'

/** How the site names itself, to visitors and to wallets. */
export const metadata = { name: 'Meridian', description: 'A small treasury on local chains.', icons: ['/meridian.svg'] }

/** The portico of a page of the demo. */
export const createSitePortico = (options: Partial<PorticoOptions> = {}): Portico =>
  createPortico({ adapters: [evm({ networks })], metadata, themeMode: savedTheme(), ...options })
