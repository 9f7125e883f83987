import type { Meta, StoryObj } from '@storybook/react-vite'
import { BrandLine } from './BrandLine.js'

const meta = { title: 'Primitives/BrandLine', component: BrandLine } satisfies Meta<typeof BrandLine>
export default meta
type Story = StoryObj<typeof meta>

export const Rest: Story = { args: { href: 'https://example.com', children: 'Portico' } }
