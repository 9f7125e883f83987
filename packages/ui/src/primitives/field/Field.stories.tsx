import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent, within } from 'storybook/test'
import { search } from '../../icons/glyphs.js'
import { Field } from './Field.js'

const meta = { title: 'Primitives/Field', component: Field } satisfies Meta<typeof Field>
export default meta
type Story = StoryObj<typeof meta>

export const Rest: Story = { args: { label: 'Search wallets', placeholder: 'Search 540 wallets', icon: search, compact: true } }
export const Tall: Story = {
  args: { label: 'Account name', placeholder: 'Choose a name', end: <span className="po-label po-dim">.wcn.id</span> },
}
export const Typed: Story = {
  args: {
    label: 'Search networks',
    icon: search,
    compact: true,
    value: 'fantom',
    onChange: fn(),
    onClear: fn(),
    clearLabel: 'Clear',
  },
  play: async ({ args, canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(canvas.getByRole('button', { name: 'Clear' }))
    await expect(args.onClear).toHaveBeenCalledOnce()
    await expect(canvas.getByRole('textbox', { name: 'Search networks' })).toHaveFocus()
  },
}
export const Focus: Story = {
  args: { label: 'Search wallets', placeholder: 'Search 540 wallets', icon: search, compact: true },
  play: async () => {
    await userEvent.tab()
  },
}
export const WithError: Story = {
  args: { label: 'Account name', defaultValue: 'mi_', error: 'Use at least 4 characters: letters, digits or hyphens' },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByRole('textbox')).toHaveAccessibleDescription(/at least 4 characters/)
  },
}
export const WithHelp: Story = {
  args: { label: 'Account name', placeholder: 'Choose a name', help: 'At least 4 characters: letters, digits or hyphens' },
}
export const Disabled: Story = { args: { label: 'Account name', defaultValue: 'mira', disabled: true } }
