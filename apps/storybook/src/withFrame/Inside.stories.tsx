import type { Meta, StoryObj } from '@storybook/react-vite'
import { useEffect, useRef } from 'react'
import { startSecurePage } from './securePage.js'

function SecurePage() {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => (root.current ? startSecurePage(root.current) : undefined), [])
  return <div ref={root} style={{ position: 'absolute', inset: 0 }} />
}

/** What the frame of the stories beside this one shows. Nobody looks at it alone. */
const meta = {
  title: 'With the frame/Inside',
  component: SecurePage,
  tags: ['!dev', '!autodocs', '!test'],
  parameters: { surface: 'none' },
} satisfies Meta<typeof SecurePage>
export default meta

export const Page: StoryObj<typeof meta> = {}
