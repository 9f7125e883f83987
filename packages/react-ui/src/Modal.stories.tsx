import { openModal } from '@portico/core'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, waitFor } from 'storybook/test'
import { usePortico } from './PorticoProvider.js'
import { PorticoButton } from './buttons/PorticoButton.js'
import { builtIn } from './features/list.js'
import { Modal, type ModalProps } from './Modal.js'
import { fakeEmbedded } from './stories/embedded.js'
import { onSite } from './stories/onSite.js'

const meta = {
  title: 'Components/Modal',
  component: Modal,
  tags: ['no-picture'],
  parameters: { surface: 'page' },
  args: {
    brand: true,
    terms: 'https://meridian.example/terms',
    privacy: 'https://meridian.example/privacy',
    collapseWallets: false,
    connectRows: [{ id: 'guest', label: 'Continue as a guest', text: 'Nothing is kept', onPress: () => undefined }],
  },
  argTypes: {
    prefetch: { control: 'inline-radio', options: ['idle', 'intent', 'none'] },
    without: { control: 'multi-select', options: builtIn.map(({ id }) => id) },
    features: { control: false },
    disclaimer: { control: 'text' },
    open: { control: 'boolean' },
    onOpenChange: { control: false },
  },
  decorators: [onSite({ ownModal: true, options: { connectors: [fakeEmbedded().description] } })],
} satisfies Meta<typeof Modal>
export default meta
type Story = StoryObj<typeof meta>

const drawn = () => document.querySelector('portico-modal')?.shadowRoot?.querySelector('.po-modal')

/** The site renders it once; buttons and `openModal` open it. */
export const OpenedByButtons: Story = {
  render: (args) => (
    <>
      <PorticoButton />
      <Modal {...args} />
    </>
  ),
}

function Controlled({ open: first, ...args }: ModalProps) {
  const [open, setOpen] = useState(first ?? false)
  return (
    <>
      <label>
        <input type="checkbox" checked={open} onChange={({ target }) => setOpen(target.checked)} /> open
      </label>
      <Modal {...args} open={open} onOpenChange={setOpen} />
    </>
  )
}
/** The site keeps whether it is open, as with `useState`. */
export const ControlledByTheSite: Story = {
  render: (args) => <Controlled {...args} />,
  async play({ canvas, userEvent }) {
    const box = canvas.getByRole('checkbox')
    await userEvent.click(box)
    await waitFor(() => expect(drawn()?.textContent ?? '').toContain('Harbor'), { timeout: 5000 })
    drawn()?.querySelector<HTMLElement>('[aria-label="Close"]')?.click()
    await waitFor(() => expect(box).not.toBeChecked())
  },
}

/** What a press on one of the buttons shows, without a button: `openModal(portico, { view })`. */
export const OpenedByCode: Story = {
  render: function Opener(args) {
    const portico = usePortico()
    return (
      <div className="po-flex">
        {(['Connect', 'Networks', 'AllWallets', 'WhatIsAWallet'] as const).map((view) => (
          <button key={view} type="button" onClick={() => openModal(portico, { view })}>
            {view}
          </button>
        ))}
        <Modal {...args} />
      </div>
    )
  },
}
