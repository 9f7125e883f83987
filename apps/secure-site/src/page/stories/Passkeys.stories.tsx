import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { LastFactorError } from '../keys/errors.js'
import type { WalletPasskey } from '../keys/index.js'
import { PasskeysView } from '../screens/PasskeysView.js'
import { inPage, press, says } from './drive.js'
import { SecurePage } from './SecurePage.js'
import { never, nothing } from './safety.js'

const meta = { title: 'Embedded/Passkeys', component: SecurePage, parameters: { surface: 'page' } } satisfies Meta<typeof SecurePage>
export default meta
type Story = StoryObj<typeof meta>

const here: WalletPasskey = { id: '1', here: true, addedAt: Date.UTC(2026, 8, 21, 9, 30), browser: 'Chrome on Linux', removable: true }
const phone: WalletPasskey = { id: '2', here: false, addedAt: Date.UTC(2026, 7, 3, 18, 5), browser: 'Safari on iPhone', removable: true }
const unknown: WalletPasskey = { id: '3', here: false, addedAt: undefined, browser: undefined, removable: true }

const view = (
  passkeys: readonly WalletPasskey[],
  {
    remove = () => Promise.resolve(),
    locale,
    title = 'Wallet safety',
  }: { remove?: () => Promise<void>; locale?: string; title?: string } = {},
): Story['args'] => {
  let left = passkeys
  return {
    title,
    hasBack: true,
    ...(locale && { locale }),
    children: (
      <PasskeysView
        safety={{
          passkeys: () => Promise.resolve(left),
          removePasskey: async (id) => {
            await remove()
            left = left.filter((each) => each.id !== id)
          },
        }}
        onBack={nothing}
      />
    ),
  }
}

export const Several: Story = {
  args: view([unknown, phone, here]),
  async play({ canvasElement }) {
    await says(canvasElement, 'Safari on iPhone')
    const rows = [...inPage(canvasElement).querySelectorAll('button')]
      .map(({ textContent }) => textContent)
      .filter((text) => text?.includes('Passkey'))
    await expect(rows[0]).toContain('Passkey on this device')
    await expect(rows).toHaveLength(3)
  },
}
export const SeveralGerman: Story = {
  args: view([here, phone], { locale: 'de', title: 'Sicherheit der Wallet' }),
  play: ({ canvasElement }) => says(canvasElement, 'Passkey auf diesem Gerät'),
}
export const SeveralArabic: Story = {
  args: view([here, phone], { locale: 'ar', title: 'أمان المحفظة' }),
  play: ({ canvasElement }) => says(canvasElement, 'مفتاح مرور على هذا الجهاز'),
}
/** Beside a recovery code or a passphrase it can be removed. */
export const One: Story = { args: view([here]), play: ({ canvasElement }) => says(canvasElement, 'Chrome on Linux') }
/** Two of one day are told apart by the time of day. */
export const SameDay: Story = {
  args: view([phone, { ...phone, id: '4', addedAt: Date.UTC(2026, 7, 3, 18, 20) }]),
  play: ({ canvasElement }) => says(canvasElement, ':20'),
}
/** Nothing else brings the wallet back: it has no button. */
export const Last: Story = {
  args: view([{ ...here, removable: false }]),
  async play({ canvasElement }) {
    await says(canvasElement, 'Add another passkey')
    const named = [...inPage(canvasElement).querySelectorAll('button')].filter(({ textContent }) => textContent?.includes('Passkey'))
    await expect(named).toEqual([])
  },
}
export const LastArabic: Story = {
  args: view([{ ...here, removable: false }], { locale: 'ar', title: 'أمان المحفظة' }),
  play: ({ canvasElement }) => says(canvasElement, 'أضف أولًا مفتاح مرور آخر'),
}
export const Removing: Story = {
  args: view([here, phone], { remove: never }),
  async play({ canvasElement }) {
    await press(canvasElement, /Safari on iPhone/)
    await says(canvasElement, 'Remove this passkey?')
    await says(canvasElement, 'Safari on iPhone')
    await expect(inPage(canvasElement).textContent).not.toContain('Chrome on Linux')
  },
}
export const RemovingArabic: Story = {
  args: view([here, phone], { remove: never, locale: 'ar', title: 'أمان المحفظة' }),
  async play({ canvasElement }) {
    await press(canvasElement, /Safari on iPhone/)
    await says(canvasElement, 'إزالة مفتاح المرور هذا')
  },
}
export const Removed: Story = {
  args: view([here, phone]),
  async play({ canvasElement }) {
    await press(canvasElement, /Safari on iPhone/)
    await press(canvasElement, /^Remove$/)
    await says(canvasElement, 'The passkey was removed')
    await expect(inPage(canvasElement).textContent).not.toContain('Safari on iPhone')
  },
}
/** Another browser has taken the other factor away since the list was read. */
export const BecameTheLast: Story = {
  args: view([here, phone], { remove: () => Promise.reject(new LastFactorError('last_passkey')) }),
  async play({ canvasElement }) {
    await press(canvasElement, /Safari on iPhone/)
    await press(canvasElement, /^Remove$/)
    await says(canvasElement, 'without this passkey nothing would bring the wallet back')
  },
}
/** What failed with one is not said of another. */
export const AskedOfAnother: Story = {
  args: view([here, phone], { remove: () => Promise.reject(new LastFactorError('last_passkey')) }),
  async play({ canvasElement }) {
    await press(canvasElement, /Safari on iPhone/)
    await press(canvasElement, /^Remove$/)
    await says(canvasElement, 'without this passkey nothing would bring the wallet back')
    await press(canvasElement, /^Cancel$/)
    await press(canvasElement, /Chrome on Linux/)
    await says(canvasElement, 'Remove this passkey?')
    await expect(inPage(canvasElement).textContent).not.toContain('nothing would bring the wallet back')
  },
}
