import type { Meta, StoryObj } from '@storybook/react-vite'
import { ApproveScreen } from '../screens/ApproveScreen.js'
import type { AccountControl, Returned } from '../screens/control.js'
import { SecurityScreen } from '../screens/SecurityScreen.js'
import { UpgradeScreen } from '../screens/UpgradeScreen.js'
import { press, says } from './drive.js'
import { requests } from './requests.js'
import { never, nothing, origin, safety } from './safety.js'
import { SecurePage } from './SecurePage.js'

const meta = { title: 'Embedded/Secure page/Accounts', component: SecurePage, parameters: { surface: 'page' } } satisfies Meta<
  typeof SecurePage
>
export default meta
type Story = StoryObj<typeof meta>

const control: AccountControl = {
  upgrades: () =>
    Promise.resolve([
      { id: 'eip155:8453', name: 'Base', state: 'upgraded' },
      { id: 'eip155:10', name: 'OP Mainnet', state: 'ready' },
      { id: 'eip155:42161', name: 'Arbitrum One', state: 'foreign' },
      { id: 'eip155:100', name: 'Gnosis', state: 'unsupported' },
    ]),
  setUpgrade: never,
  owners: () =>
    Promise.resolve([
      { id: 'eip155:8453', name: 'Base', state: 'changed' },
      { id: 'eip155:10', name: 'OP Mainnet', state: 'first' },
      { id: 'eip155:42161', name: 'Arbitrum One', state: 'first' },
      { id: 'eip155:1', name: 'Ethereum', state: 'absent' },
    ]),
  changeOwner: never,
  changeAgain: never,
}
const controlled = (returned: Returned, { locale, ...more }: Partial<AccountControl> & { readonly locale?: string } = {}): Story => ({
  args: {
    title: 'Wallet safety',
    hasBack: true,
    ...(locale && { locale }),
    children: <SecurityScreen safety={{ ...safety, control: { ...control, ...more } }} returned={returned} />,
  },
})
const upgradesBack: Returned = { to: 'upgrades', network: 'Base', outcome: 'upgradeDone' }
const ownerBack: Returned = { to: 'owner', network: 'Base', outcome: 'changeDone' }

const askUpgrade = (locale?: string): Story => ({
  args: {
    ...(locale && { locale }),
    children: <UpgradeScreen origin={origin} networkName="Base" foreign={false} onAgree={nothing} onReject={nothing} />,
  },
})
/** A site needs all of its steps or none, and the account is a plain one. */
export const AskUpgrade = askUpgrade()
export const AskUpgradeGerman = askUpgrade('de')
export const AskUpgradeArabic = askUpgrade('ar')
export const UpgradeRequest: Story = {
  args: { still: true, children: <ApproveScreen view={requests.upgrade} by="proof" onApprove={nothing} onReject={nothing} /> },
}
export const SafetyOfSmartAccounts: Story = {
  args: { title: 'Wallet safety', hasBack: true, children: <SecurityScreen safety={{ ...safety, control }} /> },
  play: ({ canvasElement }) => says(canvasElement, 'Key of the smart account'),
}
export const Upgrades: Story = {
  ...controlled(upgradesBack),
  play: ({ canvasElement }) => says(canvasElement, 'Arbitrum'),
}
export const UpgradeForeign: Story = {
  ...controlled(upgradesBack),
  async play({ canvasElement }) {
    await press(canvasElement, /Arbitrum/)
    await says(canvasElement, 'Another wallet')
  },
}
export const TakeUpgradeBack: Story = {
  ...controlled(upgradesBack),
  async play({ canvasElement }) {
    await press(canvasElement, /Base/)
    await says(canvasElement, 'Take the upgrade')
  },
}
export const Owner: Story = {
  ...controlled(ownerBack),
  play: ({ canvasElement }) => says(canvasElement, 'Left to do'),
}
export const OwnerArabic: Story = {
  ...controlled(ownerBack, { locale: 'ar' }),
  play: ({ canvasElement }) => says(canvasElement, 'Arbitrum'),
}
export const OwnerDone: Story = {
  ...controlled(ownerBack, {
    owners: async () => (await control.owners()).map((each) => ({ ...each, state: each.state === 'absent' ? 'absent' : 'changed' })),
  }),
  play: ({ canvasElement }) => says(canvasElement, 'once more'),
}
export const ChangeOwner: Story = {
  ...controlled(ownerBack),
  async play({ canvasElement }) {
    await press(canvasElement, /Ethereum/)
    await says(canvasElement, 'sets the account up')
  },
}
