import type { Portico } from '@portico/core'
import type { WalletSecurity } from '@portico/core/embedded'
import { noteAccount } from '@portico/core/kit'
import { fakeAddress } from '@portico/testing'
import type { Meta, StoryObj } from '@storybook/react-vite'
import AccountView from '../account/AccountView.js'
import SettingsView from '../account/SettingsView.js'
import { ar } from '../../locales/ar/index.js'
import { pseudo } from '../../locales/pseudo/index.js'
import { fakeEmbedded, mira, miraUser, security } from '../../stories/embedded.js'
import { both, connected } from '../../stories/states.js'
import { ViewStory, type ViewStoryProps } from '../../stories/ViewStory.js'

const meta = { title: 'Embedded/Settings', component: ViewStory, parameters: { surface: 'page' } } satisfies Meta<typeof ViewStory>
export default meta
type Story = StoryObj<typeof meta>

/** @param mode undefined: the frame has not told yet */
function scene(
  View: ViewStoryProps['View'],
  mode: WalletSecurity['mode'] | undefined,
  { email = true, only = false, name = 'mira.wcn.id' }: { readonly email?: boolean; readonly only?: boolean; readonly name?: string } = {},
): ViewStoryProps {
  const { email: _, ...nameless } = miraUser
  const user = {
    ...(email ? miraUser : { ...nameless, userName: 'mira' }),
    ...(mode && { security: { ...security(mode), ...(only && { recoverable: false }) } }),
  }
  const { connector, description } = fakeEmbedded({ state: mode ? { frame: 'ready', user } : {} })
  const loggedIn = (portico: Portico) =>
    noteAccount(portico, 'eip155', fakeAddress, { user: email ? { email: mira } : { userName: 'mira' } })
  return { View, options: { connectors: [description] }, arrange: both(connected({ connector, ...(name && { name }) }), loggedIn) }
}

export const Default: Story = { args: scene(SettingsView, 'progressive') }
export const UserMode: Story = { args: scene(SettingsView, 'user') }
export const Social: Story = { args: scene(SettingsView, 'assisted', { email: false }) }
export const Unknown: Story = { args: scene(SettingsView, undefined) }
export const Arabic: Story = { args: { ...scene(SettingsView, 'progressive'), locale: ar } }
export const Pseudo: Story = { args: { ...scene(SettingsView, 'progressive'), locale: pseudo } }
export const Phone: Story = { args: { ...scene(SettingsView, 'user'), form: 'sheet' } }
export const Account: Story = { args: scene(AccountView, 'progressive') }
export const AccountThisBrowserOnly: Story = { args: scene(AccountView, 'progressive', { email: false, only: true }) }
export const AccountUserMode: Story = { args: scene(AccountView, 'user') }
export const AccountArabic: Story = { args: { ...scene(AccountView, 'progressive'), locale: ar } }
/** Without a name on a chain, a person is known by what they logged in with. */
export const AccountPerson: Story = { args: scene(AccountView, 'progressive', { name: '' }) }
export const AccountPersonArabic: Story = { args: { ...scene(AccountView, 'progressive', { name: '' }), locale: ar } }
export const Person: Story = { args: scene(SettingsView, 'progressive', { name: '' }) }
