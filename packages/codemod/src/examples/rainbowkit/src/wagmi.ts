import { getDefaultConfig } from '@rainbow-me/rainbowkit'
import { arbitrum, base, mainnet, sepolia } from 'wagmi/chains'

// Test networks are for previews alone.
const isPreview = process.env['PREVIEW'] === 'true'

export const config = getDefaultConfig({
  appName: 'Tickets',
  projectId: 'YOUR_PROJECT_ID',
  chains: [mainnet, base, arbitrum, ...(isPreview ? [sepolia] : [])],
  ssr: true,
})

declare module 'wagmi' {
  interface Register {
    config: typeof config
  }
}
