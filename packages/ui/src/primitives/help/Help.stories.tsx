import type { Meta, StoryObj } from '@storybook/react-vite'
import { clock } from '../../icons/glyphs.js'
import { Help } from './Help.js'

const meta = { title: 'Primitives/Help', component: Help } satisfies Meta<typeof Help>
export default meta
type Story = StoryObj<typeof meta>

export const Rest: Story = { args: { children: 'Please try again after 23 seconds', icon: clock } }
export const Ok: Story = { args: { tone: 'ok', children: 'mira.wcn.id is free' } }
export const Warn: Story = { args: { tone: 'warn', children: 'That code has expired. Ask for a new one.' } }
export const Bad: Story = { args: { tone: 'bad', children: 'Enter a full email address, such as name@example.com' } }
