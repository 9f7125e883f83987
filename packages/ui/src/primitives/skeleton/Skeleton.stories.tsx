import type { Meta, StoryObj } from '@storybook/react-vite'
import { Skeleton, SkeletonCell, SkeletonRow } from './Skeleton.js'

const meta = { title: 'Primitives/Skeleton', component: Skeleton } satisfies Meta<typeof Skeleton>
export default meta
type Story = StoryObj<typeof meta>

export const Rest: Story = { args: {} }
export const Sized: Story = { args: { width: 168, height: 32, radius: 'var(--po-r-2)' } }
export const Row: Story = { args: {}, render: () => <SkeletonRow title={112} sub={72} /> }
export const Cell: Story = {
  args: {},
  render: () => (
    <div style={{ inlineSize: 72 }}>
      <SkeletonCell />
    </div>
  ),
}
