import type { Meta, StoryObj } from '@storybook/react-vite'
import { back, close, copy, help, sliders } from '../../icons/glyphs.js'
import { IconButton } from './IconButton.js'

const meta = { title: 'Primitives/IconButton', component: IconButton } satisfies Meta<typeof IconButton>
export default meta
type Story = StoryObj<typeof meta>

export const Rest: Story = { args: { glyph: close, label: 'Close' } }
export const Filled: Story = { args: { glyph: copy, label: 'Copy', filled: true } }
export const Disabled: Story = { args: { glyph: copy, label: 'Copy', disabled: true } }
export const All: Story = {
  args: { glyph: close, label: 'Close' },
  render: () => (
    <div className="po-flex">
      <IconButton glyph={back} label="Back" />
      <IconButton glyph={close} label="Close" />
      <IconButton glyph={help} label="What is a wallet?" />
      <IconButton glyph={copy} label="Copy" filled />
      <IconButton glyph={sliders} label="Settings" filled />
    </div>
  ),
}
