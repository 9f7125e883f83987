import type { Meta, StoryObj } from '@storybook/react-vite'
import { nodes } from '../../icons/glyphs.js'
import { Medal } from '../medal/Medal.js'
import { Hero } from './Hero.js'

const meta = { title: 'Primitives/Hero', component: Hero } satisfies Meta<typeof Hero>
export default meta
type Story = StoryObj<typeof meta>

export const Rest: Story = { args: { title: 'Continue in Harbor', children: 'Approve the connection in the wallet window.' } }
export const WithMedal: Story = {
  args: {
    lead: <Medal glyph={nodes} tone="warn" />,
    title: 'Choose another network',
    children: 'Meridian does not work on the network your wallet uses (chain 250).',
  },
}
