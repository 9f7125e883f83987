import type { Meta, StoryObj } from '@storybook/react-vite'
import { LinkButton } from '../link/Link.js'
import { SectionTitle } from './SectionTitle.js'

const meta = { title: 'Primitives/SectionTitle', component: SectionTitle } satisfies Meta<typeof SectionTitle>
export default meta
type Story = StoryObj<typeof meta>

export const Rest: Story = { args: { children: 'Not available in Harbor' } }
export const WithLink: Story = { args: { children: 'Test networks', end: <LinkButton>Hide</LinkButton> } }
