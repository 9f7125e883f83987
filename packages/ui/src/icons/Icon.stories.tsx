import type { Meta, StoryObj } from '@storybook/react-vite'
import { BrowserWalletArt, LetterArt, SiteArt } from './art.js'
import { BaseArt, EthereumArt, OptimismArt } from './evmArt.js'
import { back } from './glyphs.js'
import * as glyphs from './glyphs.js'
import { Icon } from './Icon.js'
import { Mark } from './Mark.js'
import { BitcoinArt, SolanaArt } from './networkArt.js'

const meta = { title: 'Foundation/Icons', component: Icon } satisfies Meta<typeof Icon>
export default meta
type Story = StoryObj<typeof meta>

export const Glyphs: Story = {
  args: { glyph: back },
  render: () => (
    <div style={{ display: 'grid', gridTemplateColumns: 'repeat(8, 1fr)', gap: 16, justifyItems: 'center' }}>
      {Object.entries(glyphs).map(([name, glyph]) => (
        <Icon key={name} glyph={glyph} data-name={name} />
      ))}
    </div>
  ),
}
export const TheMark: Story = {
  args: { glyph: back },
  render: () => (
    <div className="po-flex po-g4 po-accent">
      {[16, 24, 40, 64].map((size) => (
        <Mark key={size} size={size} />
      ))}
    </div>
  ),
}
export const Art: Story = {
  args: { glyph: back },
  render: () => (
    <div style={{ display: 'grid', gridTemplateColumns: 'repeat(6, 40px)', gap: 8 }}>
      <EthereumArt />
      <OptimismArt />
      <BaseArt />
      <SolanaArt />
      <SolanaArt test />
      <BitcoinArt />
      <BitcoinArt test />
      <BrowserWalletArt />
      <SiteArt />
      <LetterArt name="Zora" />
    </div>
  ),
}
