import type { Meta, StoryObj } from '@storybook/react-vite'
import { arrowDownLeft, arrowUpRight, card, swap } from '../../icons/glyphs.js'
import { Quick, QuickButton } from './Quick.js'

const meta = { title: 'Primitives/Quick', component: Quick } satisfies Meta<typeof Quick>
export default meta
type Story = StoryObj<typeof meta>

const some = [
  <QuickButton key="buy" glyph={card}>
    Buy
  </QuickButton>,
  <QuickButton key="swap" glyph={swap}>
    Swap
  </QuickButton>,
  <QuickButton key="receive" glyph={arrowDownLeft}>
    Receive
  </QuickButton>,
  <QuickButton key="send" glyph={arrowUpRight}>
    Send
  </QuickButton>,
]
export const Four: Story = { args: { label: 'Actions', children: some } }
export const Two: Story = { args: { label: 'Actions', children: some.slice(2) } }
