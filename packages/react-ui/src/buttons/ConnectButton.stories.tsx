import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import { onSite } from '../stories/onSite.js'
import { connected } from '../stories/states.js'
import { ConnectButton } from './ConnectButton.js'

const meta = {
  title: 'Components/ConnectButton',
  component: ConnectButton,
  tags: ['no-picture'],
  parameters: { surface: 'page' },
  args: { size: 'md', children: 'Connect' },
  argTypes: {
    size: { control: 'inline-radio', options: ['md', 'sm'], description: '40 or 32 px high. Default: md' },
    namespace: {
      control: 'select',
      options: [undefined, 'eip155', 'solana', 'bip122'],
      description: 'The chain family that it is about. Default: the one in use',
    },
    children: { control: 'text', description: 'Instead of “Connect”' },
  },
} satisfies Meta<typeof ConnectButton>
export default meta
type Story = StoryObj<typeof meta>

export const ToConnect: Story = { decorators: [onSite()] }
export const Connected: Story = { decorators: [onSite({ arrange: connected() })] }

/** `ConnectButton.Custom`: the site draws, and has what it needs for it. */
export const Custom: Story = {
  decorators: [onSite({ arrange: connected() })],
  render: ({ namespace }) => (
    <ConnectButton.Custom namespace={namespace}>
      {({ status, account, network, button, openNetworks }) => (
        <div className="po-flex">
          <button type="button" {...button}>
            {status === 'connected' ? account?.shortAddress : 'Log in'}
          </button>
          {network && (
            <button type="button" onClick={openNetworks}>
              {network.network.name}
            </button>
          )}
        </div>
      )}
    </ConnectButton.Custom>
  ),
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Base' }))
    const modal = () => document.querySelector('portico-modal')?.shadowRoot?.querySelector('.po-modal')?.textContent ?? ''
    await waitFor(() => expect(modal()).toContain('OP Mainnet'), { timeout: 5000 })
  },
}
