import type { Meta, StoryObj } from '@storybook/react-vite'
import { Pill } from './Pill.js'

const meta = { title: 'Primitives/Pill', component: Pill } satisfies Meta<typeof Pill>
export default meta
type Story = StoryObj<typeof meta>

export const Rest: Story = { args: { children: 'Test' } }
export const Accent: Story = { args: { tone: 'accent', children: 'Recommended' } }
export const Ok: Story = { args: { tone: 'ok', children: 'Verified' } }
export const Warn: Story = { args: { tone: 'warn', children: 'Not verified' } }
export const Bad: Story = { args: { tone: 'bad', children: 'Blocked' } }
