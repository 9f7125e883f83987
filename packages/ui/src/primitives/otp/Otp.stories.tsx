import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { Otp, type OtpProps } from './Otp.js'

/** Keeps what is typed, as a view does. */
function Kept({ value: first, ...rest }: OtpProps) {
  const [value, setValue] = useState(first)
  return <Otp {...rest} value={value} onChange={setValue} />
}

const meta = {
  title: 'Primitives/Otp',
  component: Otp,
  render: (args) => <Kept {...args} />,
  args: { label: 'Six-digit code', value: '', onChange: () => undefined },
} satisfies Meta<typeof Otp>
export default meta
type Story = StoryObj<typeof meta>

export const Empty: Story = {}
export const Partial: Story = { args: { value: '482' } }
export const Busy: Story = { args: { value: '482917', busy: true } }
export const Bad: Story = { args: { value: '482911', bad: true } }
