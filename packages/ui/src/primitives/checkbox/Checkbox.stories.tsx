import type { Meta, StoryObj } from '@storybook/react-vite'
import { Checkbox } from './Checkbox.js'

const meta = {
  title: 'Primitives/Checkbox',
  component: Checkbox,
  args: { children: 'I know what this allows, and want it.' },
} satisfies Meta<typeof Checkbox>
export default meta
type Story = StoryObj<typeof meta>

export const Off: Story = {}
export const On: Story = { args: { defaultChecked: true } }
