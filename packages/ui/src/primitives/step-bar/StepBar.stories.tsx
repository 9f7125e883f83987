import type { Meta, StoryObj } from '@storybook/react-vite'
import { StepBar } from './StepBar.js'

const meta = { title: 'Primitives/StepBar', component: StepBar, args: { step: 1, of: 3, label: 'Step 1 of 3' } } satisfies Meta<
  typeof StepBar
>
export default meta
type Story = StoryObj<typeof meta>

export const First: Story = {}
export const Last: Story = { args: { step: 3, label: 'Step 3 of 3' } }
