import { permissionsStore, type GrantedPermission } from '@portico/core/permissions'
import type { Portico } from '@portico/core'
import { fakeAddress, type FakeAdapterOptions } from '@portico/testing'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import { ar } from '../../locales/ar/index.js'
import { de } from '../../locales/de/index.js'
import SettingsView from '../account/SettingsView.js'
import { connected } from '../../stories/states.js'
import { ViewStory } from '../../stories/ViewStory.js'
import PermissionsView from './PermissionsView.js'

const meta = { title: 'Views/Permissions', component: ViewStory, parameters: { surface: 'page' } } satisfies Meta<typeof ViewStory>
export default meta
type Story = StoryObj<typeof meta>

const game = `0x${'9a'.repeat(20)}` as const
const shop = `0x${'5b'.repeat(20)}` as const
const usdc = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
const common = {
  networkId: 'eip155:8453',
  account: fakeAddress.toLowerCase() as `0x${string}`,
  delegate: `0x${'d1'.repeat(20)}`,
  expiry: 4_102_444_800,
} as const
const list: readonly GrantedPermission[] = [
  {
    permission: { ...common, spending: { token: 'native', amount: 0n }, contracts: [game, shop], methods: ['move(uint256)'] },
    context: '0x01',
    dependencies: [],
  },
  {
    permission: {
      ...common,
      spending: { token: usdc, amount: 10_000_000n, period: 604_800 },
      contracts: [usdc],
      methods: ['transfer(address,uint256)'],
    },
    context: '0x02',
    dependencies: [],
  },
  {
    permission: { ...common, spending: { token: 'native', amount: 1_250_050_500_000_000_000_000n }, contracts: [shop], methods: [] },
    context: '0x03',
    dependencies: [],
  },
]
const arrange = (granted: readonly GrantedPermission[]) => (portico: Portico) => {
  connected()(portico)
  permissionsStore(portico).setState(granted, true)
}
const adapter: FakeAdapterOptions = {
  getToken: () => Promise.resolve({ address: usdc, name: 'USD Coin', symbol: 'USDC', decimals: 6, units: 0n }),
  revokePermissions: () => Promise.resolve(),
}
const story = (args: object = {}): Story => ({
  args: { View: PermissionsView, arrange: arrange(list), adapter, ...args },
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText(/USDC/)).toBeVisible()
  },
})

export const Some = story()
export const Phone = story({ form: 'sheet' })
export const Arabic = story({ locale: ar })
/** Numbers and periods as the secure window writes them, with each digit of a limit. */
export const German: Story = {
  ...story({ locale: de }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByText('Bis zu 10 USDC je Woche senden')).toBeVisible()
    await expect(canvas.getByText('Bis zu 1.250,0505 ETH an eine Adresse senden')).toBeVisible()
  },
}
export const None: Story = { args: { View: PermissionsView, arrange: arrange([]), adapter } }
export const NoneArabic: Story = { args: { View: PermissionsView, arrange: arrange([]), adapter, locale: ar } }
/** The token is not known: the limit is said in its smallest unit. */
export const UnknownToken: Story = {
  args: { View: PermissionsView, arrange: arrange(list.slice(1, 2)), adapter: { ...adapter, getToken: () => Promise.resolve(undefined) } },
}
export const UnknownTokenArabic: Story = { args: { ...UnknownToken.args, locale: ar } }
export const Stopping: Story = {
  ...story({ adapter: { ...adapter, revokePermissions: () => new Promise<never>(() => undefined) } }),
  play: async ({ canvasElement }) => {
    const button = await within(canvasElement).findByRole('button', { name: /^Stop: Send up to 1,250.0505 ETH/ })
    await userEvent.click(button)
    await expect(button).toHaveAttribute('aria-busy', 'true')
  },
}
export const Stopped: Story = {
  ...story(),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: /^Stop: Use 2 contracts/ }))
    await expect(await canvas.findAllByRole('button', { name: /^Stop/ })).toHaveLength(2)
  },
}
export const StopFailed: Story = {
  ...story({ adapter: { ...adapter, revokePermissions: () => Promise.reject(new Error('no')) } }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: /^Stop: Use 2 contracts/ }))
    await expect(await canvas.findByRole('alert')).toBeVisible()
  },
}
/** The way there, in the settings. */
export const Settings: Story = {
  ...story({ View: SettingsView }),
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText('This site may do 3 things by itself')).toBeVisible()
  },
}
