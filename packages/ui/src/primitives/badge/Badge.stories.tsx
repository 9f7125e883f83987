import type { Meta, StoryObj } from '@storybook/react-vite'
import { qr } from '../../icons/glyphs.js'
import { Badge } from './Badge.js'

const meta = { title: 'Primitives/Badge', component: Badge } satisfies Meta<typeof Badge>
export default meta
type Story = StoryObj<typeof meta>

export const Rest: Story = { args: { children: 'Recent' } }
export const Installed: Story = { args: { tone: 'ok', children: 'Installed' } }
export const WithIcon: Story = { args: { icon: qr, children: 'QR code' } }
