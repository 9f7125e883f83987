import type { Meta, StoryObj } from '@storybook/react-vite'
import { SiteTile } from '../../icons/SiteTile.js'
import { Niche } from './Niche.js'

const meta = { title: 'Primitives/Niche', component: Niche } satisfies Meta<typeof Niche>
export default meta
type Story = StoryObj<typeof meta>

export const Rest: Story = { args: { children: <SiteTile name="Meridian" icon={undefined} size={40} /> } }
