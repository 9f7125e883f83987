import type { Meta, StoryObj } from '@storybook/react-vite'
import { Toast } from './Toast.js'

const meta = { title: 'Primitives/Toast', component: Toast } satisfies Meta<typeof Toast>
export default meta
type Story = StoryObj<typeof meta>

export const Loading: Story = { args: { kind: 'loading', children: 'Switching to OP Mainnet' } }
export const Success: Story = { args: { kind: 'success', children: 'Address copied' } }
export const Failure: Story = { args: { kind: 'error', children: 'This application might not support Smart Accounts' } }
