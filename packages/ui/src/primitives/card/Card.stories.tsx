import type { Meta, StoryObj } from '@storybook/react-vite'
import { eye, lock } from '../../icons/glyphs.js'
import { Icon } from '../../icons/Icon.js'
import { Card } from './Card.js'

const meta = { title: 'Primitives/Card', component: Card } satisfies Meta<typeof Card>
export default meta
type Story = StoryObj<typeof meta>

export const Rest: Story = {
  args: {
    children: (
      <>
        <div className="po-flex po-g3">
          <Icon glyph={eye} />
          <span className="po-meta po-grow">Meridian sees your address and balance</span>
        </div>
        <div className="po-flex po-g3 po-mt3">
          <Icon glyph={lock} />
          <span className="po-meta po-grow">It can’t move anything unless you approve</span>
        </div>
      </>
    ),
  },
}
export const Outline: Story = { args: { variant: 'line', children: <p className="po-text">A line instead of a ground.</p> } }
