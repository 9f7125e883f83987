import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { EndOnChain, PermissionsView } from '../screens/PermissionsView.js'
import type { GrantedToSite } from '../screens/stage.js'
import { inPage, press, says } from './drive.js'
import { requests } from './requests.js'
import { SecurePage } from './SecurePage.js'

const meta = { title: 'Embedded/Sites that act', component: SecurePage, parameters: { surface: 'page' } } satisfies Meta<typeof SecurePage>
export default meta
type Story = StoryObj<typeof meta>

const nothing = () => {}
const granted: GrantedToSite = {
  id: `0x${'11'.repeat(32)}`,
  origin: 'https://game.example',
  networkId: 'eip155:8453',
  networkName: 'Base',
  expiry: 1_893_456_000,
  effects: requests.grant.effects,
}
const other: GrantedToSite = { ...granted, id: `0x${'22'.repeat(32)}`, origin: 'https://subscriptions.example' }

const view = (
  list: readonly GrantedToSite[],
  stop: () => Promise<void> = () => Promise.resolve(),
  title = 'Sites that act by themselves',
): Story['args'] => ({
  title,
  hasBack: true,
  children: (
    <PermissionsView
      permissions={{ list: () => Promise.resolve(list), stop }}
      onBack={nothing}
      onEnd={nothing}
      ending={false}
      endingError={undefined}
    />
  ),
})

export const List: Story = { args: view([granted, other]), play: ({ canvasElement }) => says(canvasElement, 'game.example') }
export const ListGerman: Story = {
  args: { ...view([granted, other], undefined, 'Seiten, die selbst handeln'), locale: 'de' },
  play: ({ canvasElement }) => says(canvasElement, 'game.example'),
}
export const ListArabic: Story = {
  args: { ...view([granted, other], undefined, 'مواقع تتصرّف بنفسها'), locale: 'ar' },
  play: ({ canvasElement }) => says(canvasElement, 'game.example'),
}
export const None: Story = {
  args: view([]),
  async play({ canvasElement }) {
    await says(canvasElement, 'No site acts by itself')
    await expect(inPage(canvasElement).textContent).not.toContain('You let these sites act')
  },
}
export const NoneGerman: Story = {
  args: { ...view([], undefined, 'Seiten, die selbst handeln'), locale: 'de' },
  play: ({ canvasElement }) => says(canvasElement, 'Keine Seite handelt selbst'),
}
export const NoneArabic: Story = {
  args: { ...view([], undefined, 'مواقع تتصرّف بنفسها'), locale: 'ar' },
  play: ({ canvasElement }) => says(canvasElement, 'لا يتصرّف أي موقع بنفسه'),
}
export const One: Story = {
  args: view([granted, other]),
  async play({ canvasElement }) {
    await press(canvasElement, /game\.example/)
    await says(canvasElement, 'move(uint256)')
  },
}
export const Stopped: Story = {
  args: view([granted]),
  async play({ canvasElement }) {
    await press(canvasElement, /game\.example/)
    await press(canvasElement, /^Stop$/)
    await says(canvasElement, 'cannot act by itself any more')
  },
}
export const NotStopped: Story = {
  args: view([granted], () => Promise.reject(new Error('down'))),
  async play({ canvasElement }) {
    await press(canvasElement, /game\.example/)
    await press(canvasElement, /^Stop$/)
    await says(canvasElement, 'Something went wrong')
  },
}
const ending = { fee: { expected: '0', ceiling: '0', symbol: 'ETH' }, sponsored: true, send: () => Promise.resolve() } as const
export const OnTheChain: Story = {
  args: {
    title: 'Sites that act by themselves',
    hasBack: true,
    children: <EndOnChain granted={granted} ending={ending} onBack={nothing} onDone={nothing} />,
  },
}
