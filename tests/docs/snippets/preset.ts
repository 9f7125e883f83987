import { evm } from '@portico/adapter-evm'
import { base } from '@portico/adapter-evm/networks'
import { createPortico } from '@portico/core'
import { rainbowKit } from '@portico/react-ui/presets'

export const portico = createPortico({
  adapters: [evm({ networks: [base] })],
  ...rainbowKit,
  // one knob otherwise
  themeVariables: { ...rainbowKit.themeVariables, accent: '#7b3fe4' },
})
