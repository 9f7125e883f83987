import { evm } from '@portico/adapter-evm'
import { base } from '@portico/adapter-evm/networks'
import { createPortico, setTheme } from '@portico/core'

export const portico = createPortico({
  adapters: [evm({ networks: [base] })],
  themeMode: 'system',
  themeVariables: { accent: 'oklch(0.52 0.19 270)', radius: '6px', font: 'Georgia, serif' },
})

/** While the page runs; what is left out stays. */
export const goDark = () => setTheme(portico, { themeMode: 'dark', themeVariables: { accent: '#60b7b7' } })
