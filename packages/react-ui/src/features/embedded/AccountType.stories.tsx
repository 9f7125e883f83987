import type { EmbeddedUser } from '@portico/core/embedded'
import { fakeAddress } from '@portico/testing'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, waitFor } from 'storybook/test'
import { ar } from '../../locales/ar/index.js'
import { pseudo } from '../../locales/pseudo/index.js'
import { fakeEmbedded, miraUser, type FakeEmbedded } from '../../stories/embedded.js'
import { connected } from '../../stories/states.js'
import { ViewStory, type ViewStoryProps } from '../../stories/ViewStory.js'
import SettingsView from '../account/SettingsView.js'
import AccountTypeView from './AccountTypeView.js'

const meta = { title: 'Embedded/Account type', component: ViewStory, parameters: { surface: 'page' } } satisfies Meta<typeof ViewStory>
export default meta
type Story = StoryObj<typeof meta>

const smart = '0x52908400098527886E0F7030069857D2E4169EE7'
const both: EmbeddedUser = {
  ...miraUser,
  address: smart,
  accounts: [
    { address: smart, type: 'smartAccount' },
    { address: fakeAddress, type: 'eoa' },
  ],
  preferredAccountType: 'smartAccount',
  smartAccountNetworks: ['eip155:8453', 'eip155:10', 'eip155:1'],
  accountTypeChosen: false,
}
const never = () => new Promise<never>(() => undefined)

function scene(
  View: ViewStoryProps['View'],
  user: EmbeddedUser,
  answers: Partial<FakeEmbedded['connector']['embedded']> = {},
): ViewStoryProps {
  const { connector, description } = fakeEmbedded({ state: { frame: 'ready', user }, answers })
  return { View, options: { connectors: [description] }, arrange: connected({ connector, address: user.address, name: 'mira.wcn.id' }) }
}

const plain: EmbeddedUser = { ...both, address: fakeAddress, preferredAccountType: 'eoa', accountTypeChosen: true }
const elsewhere: EmbeddedUser = { ...miraUser, preferredAccountType: 'eoa', smartAccountNetworks: ['eip155:10'], accountTypeChosen: true }

const pressContinue: Story['play'] = async ({ canvas }) => userEvent.click(await canvas.findByRole('button', { name: 'Continue' }))

export const Smart: Story = { args: scene(AccountTypeView, both) }
export const Standard: Story = { args: scene(AccountTypeView, plain) }
export const Picked: Story = {
  args: scene(AccountTypeView, both),
  play: async ({ canvas }) => {
    const standard = await canvas.findByRole('radio', { name: /Standard account/ })
    await userEvent.click(standard)
    await expect(standard).toBeChecked()
    await expect(canvas.getByRole('radio', { name: /Smart account/ })).not.toBeChecked()
  },
}
export const Busy: Story = {
  args: scene(AccountTypeView, both, { setPreferredAccount: never }),
  play: async (context) => {
    await pressContinue?.(context)
    await waitFor(() => expect(context.canvas.getByRole('button', { name: 'Setting up' })).toHaveAttribute('aria-busy', 'true'))
  },
}
export const Failed: Story = {
  args: scene(AccountTypeView, both, { setPreferredAccount: () => Promise.reject(new Error('away')) }),
  play: async (context) => {
    await pressContinue?.(context)
    await expect(await context.canvas.findByRole('alert')).toHaveTextContent('That did not work. Try again.')
  },
}
export const OnlyStandard: Story = { args: scene(AccountTypeView, elsewhere) }
export const Arabic: Story = { args: { ...scene(AccountTypeView, both), locale: ar } }
export const Pseudo: Story = { args: { ...scene(AccountTypeView, both), locale: pseudo } }
export const Phone: Story = { args: { ...scene(AccountTypeView, both), form: 'sheet' } }
export const Settings: Story = { args: scene(SettingsView, both) }
export const SettingsElsewhere: Story = { args: scene(SettingsView, elsewhere) }
