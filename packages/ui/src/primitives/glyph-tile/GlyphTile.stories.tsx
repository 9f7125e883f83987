import type { Meta, StoryObj } from '@storybook/react-vite'
import { arrowDownLeft, external, more, power } from '../../icons/glyphs.js'
import { GlyphTile } from './GlyphTile.js'

const meta = { title: 'Primitives/GlyphTile', component: GlyphTile } satisfies Meta<typeof GlyphTile>
export default meta
type Story = StoryObj<typeof meta>

export const Rest: Story = { args: { glyph: external } }
export const Accent: Story = { args: { glyph: arrowDownLeft, tone: 'accent' } }
export const Bad: Story = { args: { glyph: power, tone: 'bad' } }
export const Small: Story = { args: { glyph: more, size: 32 } }
