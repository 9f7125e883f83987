import type { Meta, StoryObj } from '@storybook/react-vite'
import { Columns } from './Columns.js'

const meta = { title: 'Primitives/Columns', component: Columns } satisfies Meta<typeof Columns>
export default meta
type Story = StoryObj<typeof meta>

export const Rest: Story = {}
export const Accent: Story = {
  decorators: [
    (Story) => (
      <div className="po-accent">
        <Story />
      </div>
    ),
  ],
}
