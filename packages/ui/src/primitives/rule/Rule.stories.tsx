import type { Meta, StoryObj } from '@storybook/react-vite'
import { Rule } from './Rule.js'

const meta = { title: 'Primitives/Rule', component: Rule } satisfies Meta<typeof Rule>
export default meta
type Story = StoryObj<typeof meta>

export const Rest: Story = { args: { children: 'or use a wallet' } }
