import type { Meta, StoryObj } from '@storybook/react-vite'
import { check, mail, nodes, power, wallet } from '../../icons/glyphs.js'
import { Medal } from './Medal.js'

const meta = { title: 'Primitives/Medal', component: Medal } satisfies Meta<typeof Medal>
export default meta
type Story = StoryObj<typeof meta>

export const Rest: Story = { args: { glyph: wallet } }
export const Accent: Story = { args: { glyph: mail, tone: 'accent' } }
export const Ok: Story = { args: { glyph: check, tone: 'ok' } }
export const Warn: Story = { args: { glyph: nodes, tone: 'warn' } }
export const Bad: Story = { args: { glyph: power, tone: 'bad' } }
