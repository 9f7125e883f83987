import type { Meta, StoryObj } from '@storybook/react-vite'
import { nodes, search } from '../../icons/glyphs.js'
import { Button } from '../button/Button.js'
import { Empty } from './Empty.js'

const meta = { title: 'Primitives/Empty', component: Empty } satisfies Meta<typeof Empty>
export default meta
type Story = StoryObj<typeof meta>

export const Rest: Story = { args: { glyph: search, title: 'No wallet called “portcullis”', children: 'Check the spelling.' } }
export const WithAction: Story = {
  args: {
    glyph: nodes,
    title: 'Meridian does not use “fantom”',
    children: 'Choose one of the 12 networks it supports.',
    action: (
      <Button size="md" full={false}>
        Show all
      </Button>
    ),
  },
}
