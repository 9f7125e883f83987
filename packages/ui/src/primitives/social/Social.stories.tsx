import type { Meta, StoryObj } from '@storybook/react-vite'
import { more } from '../../icons/glyphs.js'
import { socialGlyphs } from '../../icons/socialGlyphs.js'
import { Go, Social } from './Social.js'

const meta = { title: 'Primitives/Social', component: Social, args: { glyph: more, label: 'More ways to sign in' } } satisfies Meta<
  typeof Social
>
export default meta
type Story = StoryObj<typeof meta>

export const More: Story = {}
export const All: Story = {
  render: () => (
    <div className="po-socials">
      {Object.entries(socialGlyphs).map(([name, glyph]) => (
        <Social key={name} glyph={glyph} label={`Continue with ${name}`} />
      ))}
    </div>
  ),
}
export const Arrow: Story = {
  render: () => (
    <div className="po-flex">
      <Go label="Continue" ready={false} />
      <Go label="Continue with email" ready />
      <Go label="Sending" ready busy />
    </div>
  ),
}
