import type { Meta, StoryObj } from '@storybook/react-vite'
import { bad } from '../../icons/glyphs.js'
import { LinkButton } from '../link/Link.js'
import { Banner } from './Banner.js'

const meta = { title: 'Primitives/Banner', component: Banner } satisfies Meta<typeof Banner>
export default meta
type Story = StoryObj<typeof meta>

export const Offline: Story = { args: { children: 'You’re offline. Reconnect to continue.' } }
export const Bad: Story = {
  args: { tone: 'bad', icon: bad, children: 'Unable to load email login dependency', action: <LinkButton>Retry</LinkButton> },
}
