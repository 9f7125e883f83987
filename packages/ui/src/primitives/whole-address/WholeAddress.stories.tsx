import type { Meta, StoryObj } from '@storybook/react-vite'
import { address } from '../../stories/wallets.js'
import { Card } from '../card/Card.js'
import { WholeAddress } from './WholeAddress.js'

const meta = { title: 'Primitives/WholeAddress', component: WholeAddress, args: { address, start: 4, end: 6 } } satisfies Meta<
  typeof WholeAddress
>
export default meta
type Story = StoryObj<typeof meta>

export const OnACard: Story = {
  decorators: [
    (Story) => (
      <Card>
        <Story />
      </Card>
    ),
  ],
}
