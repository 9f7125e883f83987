import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { LastFactorError, PassphraseError, WeakPassphraseError } from '../keys/errors.js'
import { NewPassphrase, type NewPassphraseProps } from '../screens/NewPassphrase.js'
import { RecoverScreen } from '../screens/RecoverScreen.js'
import type { Recovery } from '../screens/stage.js'
import { inPage, press, says, type } from './drive.js'
import { SecurePage } from './SecurePage.js'

const meta = { title: 'Embedded/Passphrase', component: SecurePage, parameters: { surface: 'page' } } satisfies Meta<typeof SecurePage>
export default meta
type Story = StoryObj<typeof meta>

const nothing = () => {}
const never = () => new Promise<never>(nothing)
const good = 'velvet anchor bishop cradle'

const chosen = (props: Partial<NewPassphraseProps> = {}, locale?: string): Story => ({
  args: {
    title: locale === 'ar' ? 'أمان المحفظة' : 'Wallet safety',
    hasBack: true,
    ...(locale && { locale }),
    children: <NewPassphrase onBack={nothing} onAdd={never} {...props} />,
  },
})

export const New: Story = { ...chosen(), play: ({ canvasElement }) => says(canvasElement, 'Think of a passphrase') }
export const Change: Story = { ...chosen({ onRemove: never }), play: ({ canvasElement }) => says(canvasElement, 'Remove') }
export const Arabic: Story = { ...chosen({ onRemove: never }, 'ar'), play: ({ canvasElement }) => says(canvasElement, 'عبارة المرور') }
export const Shown: Story = {
  ...chosen(),
  async play({ canvasElement }) {
    await type(canvasElement, good)
    inPage(canvasElement).querySelector<HTMLElement>('[aria-label="Show what I type"]')?.click()
    await says(canvasElement, 'Think of a passphrase')
    await expect(inPage(canvasElement).querySelector('input')?.type).toBe('text')
    await expect(inPage(canvasElement).querySelector('input')?.value).toBe(good)
  },
}
export const Differs: Story = {
  ...chosen(),
  async play({ canvasElement }) {
    await type(canvasElement, good, `${good}s`)
    await press(canvasElement, /^Set/)
    await says(canvasElement, 'not the same')
  },
}
export const Weak: Story = {
  ...chosen({ onAdd: () => Promise.reject(new WeakPassphraseError('passphrase_guessable')) }),
  async play({ canvasElement }) {
    await type(canvasElement, 'password1987', 'password1987')
    await press(canvasElement, /^Set/)
    await says(canvasElement, 'too easy to guess')
  },
}
export const Setting: Story = {
  ...chosen(),
  async play({ canvasElement }) {
    await type(canvasElement, good, good)
    await press(canvasElement, /^Set/)
    await says(canvasElement, 'Think of a passphrase')
  },
}
export const LastFactor: Story = {
  ...chosen({ onRemove: () => Promise.reject(new LastFactorError('last_passphrase')) }),
  async play({ canvasElement }) {
    await press(canvasElement, /^Remove/)
    await says(canvasElement, 'Add a passkey or a recovery code first')
  },
}

const recovery: Recovery = {
  origin: 'https://shop.example',
  step: { kind: 'factor', passkey: false, recoveryCode: true, passphrase: true },
  byMail: never,
  resumeByMail: async () => false,
  endByMail: async () => {},
  byIdentity: never,
  byPasskey: never,
  byCode: never,
  byPassphrase: () => Promise.reject(new PassphraseError()),
  onDone: nothing,
  onReject: nothing,
}
export const AtRecovery: Story = {
  args: { children: <RecoverScreen recovery={recovery} /> },
  async play({ canvasElement }) {
    await press(canvasElement, /Use the passphrase/)
    await says(canvasElement, 'Use the recovery code')
    await expect(inPage(canvasElement).querySelector('input')?.autocomplete).toBe('current-password')
  },
}
export const Wrong: Story = {
  args: {
    children: <RecoverScreen recovery={{ ...recovery, step: { kind: 'factor', passkey: false, recoveryCode: false, passphrase: true } }} />,
  },
  async play({ canvasElement }) {
    await type(canvasElement, 'velvet anchor bishop candle')
    await press(canvasElement, /^Continue/)
    await says(canvasElement, 'This is not the passphrase of this wallet')
  },
}
