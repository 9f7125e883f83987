import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import { ApproveScreen } from '../screens/ApproveScreen.js'
import { ContinueScreen } from '../screens/ContinueScreen.js'
import { KnownScreen, ToWindowScreen } from '../screens/KnownScreen.js'
import { ProtectScreen } from '../screens/ProtectScreen.js'
import { RecoverScreen } from '../screens/RecoverScreen.js'
import { SecurityScreen } from '../screens/SecurityScreen.js'
import { KeyServiceError } from '../keys/errors.js'
import type { Safety } from '../screens/stage.js'
import type { RequestView } from '../screens/view.js'
import { CheckingScreen, EndedScreen, SentScreen, WorkingScreen } from '../screens/WaitScreens.js'
import { WordsScreen } from '../screens/WordsScreen.js'
import { inPage, press, says, type } from './drive.js'
import { account, requests } from './requests.js'
import { never, nothing, origin, recovery, safety } from './safety.js'
import { SecurePage } from './SecurePage.js'

const meta = { title: 'Embedded/Secure page', component: SecurePage, parameters: { surface: 'page' } } satisfies Meta<typeof SecurePage>
export default meta
type Story = StoryObj<typeof meta>

const approve = (view: RequestView, { locale, title }: { readonly locale?: string; readonly title?: string } = {}): Story => ({
  args: {
    still: true,
    ...(locale && { locale }),
    ...(title && { title }),
    children: <ApproveScreen view={view} by="proof" onApprove={nothing} onReject={nothing} onReduce={() => Promise.resolve()} />,
  },
})

export const Message = approve(requests.message)
export const SignIn = approve(requests.signIn)
export const NameHandedOver = approve(requests.nameTransfer)
export const Transaction = approve(requests.transaction)
export const NotEnough = approve(requests.notEnough)
export const Batch = approve(requests.batch)
export const BatchArabic = approve(requests.batch, { locale: 'ar', title: 'مراجعة الطلب' })
export const BatchGerman = approve(requests.batch, { locale: 'de', title: 'Anfrage prüfen' })
export const PaidByTheAccount = approve(requests.paidByAccount)
export const FeeInDollars = approve(requests.feeInDollars)
export const TinyFee = approve(requests.tinyFee)
export const PaidInAToken = approve(requests.paidInToken)
export const Unlimited = approve(requests.unlimited)
export const Permit = approve(requests.permit)
export const Grant = approve(requests.grant, { title: 'Let a site act' })
export const GrantGerman = approve(requests.grant, { locale: 'de', title: 'Eine Seite handeln lassen' })
export const GrantArabic = approve(requests.grant, { locale: 'ar', title: 'السماح لموقع بالتصرّف' })
export const CouldNotSimulate = approve(requests.unknown)
export const Solana = approve(requests.solana)
export const German = approve(requests.transaction, { locale: 'de', title: 'Anfrage prüfen' })
export const Arabic = approve(requests.transaction, { locale: 'ar', title: 'مراجعة الطلب' })
export const Received = approve(requests.received)
export const UnknownToken = approve(requests.unknownToken)
export const Drain = approve(requests.drain)

export const Checking: Story = { args: { children: <CheckingScreen origin={origin} onReject={nothing} /> } }
export const WaitsElsewhere: Story = { args: { children: <CheckingScreen origin={origin} isElsewhere onReject={nothing} /> } }
export const Sent: Story = { args: { children: <SentScreen explorer="https://etherscan.io/tx/0x1" onClose={nothing} /> } }
export const Sending: Story = { args: { children: <WorkingScreen step="sending" /> } }

export const InAWindow: Story = {
  args: {
    children: (
      <ContinueScreen
        view={requests.unlimited}
        url="https://wallet.example/approve"
        opened={false}
        onOpen={nothing}
        onReject={nothing}
        onReduce={() => Promise.resolve()}
      />
    ),
  },
}
export const WindowLeft: Story = {
  args: {
    children: (
      <ContinueScreen
        view={requests.unlimited}
        url="https://wallet.example/approve"
        opened={false}
        left
        onOpen={nothing}
        onReject={nothing}
      />
    ),
  },
}
export const Approved: Story = { args: { inWindow: true, children: <EndedScreen outcome="approved" /> } }
export const Gone: Story = { args: { inWindow: true, children: <EndedScreen outcome="gone" /> } }
export const Unasked: Story = { args: { inWindow: true, children: <EndedScreen outcome="unasked" onClose={nothing} /> } }

export const NewBrowser: Story = { args: { children: <RecoverScreen recovery={recovery} /> } }
export const NewBrowserMatch: Story = {
  args: {
    children: (
      <RecoverScreen
        recovery={{
          ...recovery,
          byMail({ onMatch }) {
            onMatch('47')
            return never()
          },
        }}
      />
    ),
  },
  async play({ canvasElement }) {
    await press(canvasElement, /Confirm by e-mail/)
    await says(canvasElement, '47')
  },
}
/** Asked again too early: the seconds run. */
export const NewBrowserEarly: Story = {
  tags: ['no-picture'],
  args: {
    children: (
      <RecoverScreen
        recovery={{
          ...recovery,
          byMail: () => Promise.reject(new KeyServiceError({ code: 'cooldown', message: '', retryAfter: 20 })),
        }}
      />
    ),
  },
  async play({ canvasElement }) {
    await press(canvasElement, /Confirm by e-mail/)
    await waitFor(() => expect(inPage(canvasElement).textContent).toMatch(/Please try again after 1\d seconds/), { timeout: 5000 })
  },
}
export const NewBrowserAccount: Story = {
  args: {
    children: (
      <RecoverScreen
        recovery={{
          ...recovery,
          step: { kind: 'vault', mail: false, identities: ['google'] },
          byIdentity({ onOpen }) {
            onOpen({ url: 'https://vault.example/identities/1', match: '47' })
            return never()
          },
        }}
      />
    ),
  },
  async play({ canvasElement }) {
    await press(canvasElement, /Google/)
    await says(canvasElement, '47')
  },
}
export const NewBrowserPhone: Story = {
  args: {
    children: (
      <RecoverScreen
        recovery={{
          ...recovery,
          step: { kind: 'vault', mail: true, identities: ['farcaster'] },
          byIdentity({ onOpen }) {
            onOpen({ url: 'https://farcaster.example/app?channelToken=4f1c7b52', match: '47' })
            return never()
          },
        }}
      />
    ),
  },
  async play({ canvasElement }) {
    await press(canvasElement, /Farcaster/)
    await waitFor(() => expect(inPage(canvasElement).querySelector('.po-qr svg')).toBeTruthy())
  },
}
export const OtherBrowserOnly: Story = {
  args: { children: <RecoverScreen recovery={{ ...recovery, step: { kind: 'vault', mail: false, identities: [] } }} /> },
}
export const NewBrowserFactor: Story = {
  args: {
    children: <RecoverScreen recovery={{ ...recovery, step: { kind: 'factor', passkey: true, recoveryCode: true, passphrase: true } }} />,
  },
}
export const NewBrowserCode: Story = {
  args: {
    children: <RecoverScreen recovery={{ ...recovery, step: { kind: 'factor', passkey: false, recoveryCode: true, passphrase: false } }} />,
  },
}
export const NewBrowserCodeArabic: Story = {
  args: { ...NewBrowserCode.args, locale: 'ar' },
  play: ({ canvasElement }) => type(canvasElement, 'W7K3-9QXP-'),
}

export const Safe: Story = {
  args: {
    title: 'Wallet safety',
    hasBack: true,
    children: (
      <SecurityScreen
        safety={{
          ...safety,
          security: () => Promise.resolve({ mode: 'user', passkeys: 1, recoveryCode: true, passphrase: true, device: true }),
        }}
      />
    ),
  },
  play: ({ canvasElement }) => says(canvasElement, 'mira@'),
}
export const NotSafeYet: Story = {
  args: { title: 'Wallet safety', hasBack: true, children: <SecurityScreen safety={safety} /> },
  play: ({ canvasElement }) => says(canvasElement, 'mira@'),
}
const passing: Safety = {
  ...safety,
  security: () => Promise.resolve({ mode: 'assisted', passkeys: 0, recoveryCode: false, device: false }),
  signs: () => Promise.resolve('open'),
}
export const PrivateWindow: Story = {
  args: { title: 'Wallet safety', hasBack: true, children: <SecurityScreen safety={passing} /> },
  play: ({ canvasElement }) => says(canvasElement, 'until you close it'),
}
const onlyHere: Safety = {
  ...safety,
  email: null,
  security: () => Promise.resolve({ mode: 'progressive', passkeys: 0, recoveryCode: false, device: true, recoverable: false }),
  identities: async () => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    return { offered: ['google', 'farcaster'], known: [] }
  },
}
/** Its rows come at once, also where some are known later: none moves under the pointer. */
export const ThisBrowserOnly: Story = {
  args: { title: 'Wallet safety', hasBack: true, children: <SecurityScreen safety={onlyHere} /> },
  async play({ canvasElement }) {
    const rows = () => {
      const page = inPage(canvasElement)
      return page instanceof ShadowRoot ? [...page.querySelectorAll('.po-list button')].map(({ textContent }) => textContent ?? '') : []
    }
    await waitFor(() => expect(rows()).not.toEqual([]), { interval: 20 })
    await expect(rows().join()).toMatch(/Google.*Farcaster/)
    await says(canvasElement, 'Farcaster')
  },
}
export const Protect: Story = {
  args: {
    children: (
      <ProtectScreen
        protection={{
          origin,
          ways: {
            address: account,
            addPasskey: never,
            createRecoveryCode: safety.createRecoveryCode,
            addPassphrase: never,
            identities: ['google', 'farcaster'],
            addIdentity: never,
          },
          onDone: nothing,
          onLater: nothing,
          onReject: nothing,
        }}
      />
    ),
  },
}
/** Over a request the modal has no way back, and the step has its own. */
export const ProtectStep: Story = {
  ...Protect,
  async play({ canvasElement }) {
    await press(canvasElement, /Add a passphrase/)
    await says(canvasElement, 'Think of a passphrase')
  },
}
export const ProtectArabic: Story = { args: { ...Protect.args, locale: 'ar' } }
export const Browsers: Story = {
  args: { title: 'Wallet safety', hasBack: true, children: <SecurityScreen safety={safety} /> },
  async play({ canvasElement }) {
    await press(canvasElement, /Browsers that can sign/)
    await says(canvasElement, 'Safari')
  },
}
/** Two accounts log in beside the address. */
const withLogins: typeof safety = {
  ...safety,
  logins: () =>
    Promise.resolve([
      { id: 'email', name: 'mira@harbourmail.example', addedAt: null },
      { id: '1', name: 'Google', addedAt: Date.UTC(2026, 7, 3) / 1000 },
      { id: '2', name: 'GitHub', addedAt: Date.UTC(2026, 8, 20) / 1000 },
    ]),
}
export const Logins: Story = {
  args: { title: 'Wallet safety', hasBack: true, children: <SecurityScreen safety={withLogins} /> },
  async play({ canvasElement }) {
    await press(canvasElement, /Ways to log in/)
    await says(canvasElement, 'GitHub')
  },
}
export const RemoveLogin: Story = {
  args: { title: 'Wallet safety', hasBack: true, children: <SecurityScreen safety={withLogins} /> },
  async play({ canvasElement }) {
    await press(canvasElement, /Ways to log in/)
    await press(canvasElement, /GitHub/)
    await says(canvasElement, 'Remove GitHub')
  },
}
export const RemoveBrowser: Story = {
  args: { title: 'Wallet safety', hasBack: true, children: <SecurityScreen safety={safety} /> },
  async play({ canvasElement }) {
    await press(canvasElement, /Browsers that can sign/)
    await press(canvasElement, /Safari/)
    await says(canvasElement, 'Remove Safari')
  },
}
/** Wallet safety, on the way to the window that is to know the browser. */
export const KnowThisBrowser: Story = {
  args: { title: 'Wallet safety', hasBack: true, children: <SecurityScreen safety={safety} /> },
  async play({ canvasElement }) {
    await press(canvasElement, /other sites/)
    await says(canvasElement, 'Open the window')
  },
}
/** In the frame, while the window is open that the site's page has opened. */
export const GoOnInTheWindow: Story = {
  args: {
    children: (
      <ToWindowScreen
        origin={origin}
        known={{ url: 'https://secure.example/continue', led: true, meet: () => new Promise(() => {}) }}
        onDone={nothing}
        onCancel={nothing}
      />
    ),
  },
  play: ({ canvasElement }) => says(canvasElement, 'Go on in the window'),
}
const knownScreen = { origin, onContinue: nothing, onReject: nothing }
const knownAccount = { ...knownScreen, remember: false, account: 'mira@harbourmail.example', onForget: nothing }
export const ContinueToSite: Story = {
  args: { inWindow: true, children: <KnownScreen {...knownAccount} /> },
  play: ({ canvasElement }) => says(canvasElement, 'mira@'),
}
export const ContinueToSiteGerman: Story = { args: { inWindow: true, locale: 'de', children: <KnownScreen {...knownAccount} /> } }
export const ContinueToSiteArabic: Story = { args: { inWindow: true, locale: 'ar', children: <KnownScreen {...knownAccount} /> } }
export const RememberBrowser: Story = { args: { inWindow: true, children: <KnownScreen {...knownScreen} remember /> } }
export const NewCode: Story = {
  args: { title: 'Wallet safety', hasBack: true, children: <SecurityScreen safety={safety} /> },
  async play({ canvasElement }) {
    await press(canvasElement, /Make a recovery code/)
    await says(canvasElement, 'WREN')
  },
}
export const ExportWords: Story = {
  args: { title: 'Wallet safety', hasBack: true, children: <SecurityScreen safety={safety} /> },
  async play({ canvasElement }) {
    await press(canvasElement, /Show the 24 words/)
    await says(canvasElement, 'Mail me a code')
  },
}
/** The page was loaded again after the mail. */
export const ExportMailed: Story = {
  args: {
    title: 'Wallet safety',
    hasBack: true,
    children: <SecurityScreen safety={{ ...safety, startExport: () => Promise.resolve({ step: 'code', mailed: true }) }} />,
  },
  async play({ canvasElement }) {
    await press(canvasElement, /Show the 24 words/)
    await says(canvasElement, 'A code is on its way')
    await says(canvasElement, 'Mail me a code')
  },
}
export const ExportWrongCode: Story = {
  args: {
    title: 'Wallet safety',
    hasBack: true,
    children: (
      <SecurityScreen
        safety={{
          ...safety,
          mailExportCode: () => Promise.resolve(),
          exportWords: () => Promise.reject(Object.assign(new Error(), { reason: 'wrong_code', triesLeft: 4 })),
        }}
      />
    ),
  },
  async play({ canvasElement }) {
    await press(canvasElement, /Show the 24 words/)
    await press(canvasElement, /Mail me a code/)
    await type(canvasElement, '١٢٣ ٤٥٦')
    await press(canvasElement, /Continue/)
    await says(canvasElement, 'That code isn’t right. Tries left: 4')
    await waitFor(() => expect(inPage(canvasElement).querySelector('input')?.value).toBe(''))
  },
}
export const ExportShown: Story = {
  args: {
    title: 'Wallet safety',
    hasBack: true,
    children: (
      <SecurityScreen
        safety={{
          ...safety,
          startExport: () => Promise.resolve({ step: 'factor', passkey: false, recoveryCode: true, passphrase: false }),
          exportWords: () => Promise.resolve({ url: 'https://wallet.example/export', shown: Promise.resolve(true) }),
        }}
      />
    ),
  },
  async play({ canvasElement }) {
    await press(canvasElement, /Show the 24 words/)
    await says(canvasElement, 'Show that it is you')
    await type(canvasElement, 'WREN-4QK7-M2XD-9FHT-C6PA-8ZEB')
    await press(canvasElement, /Continue/)
    await says(canvasElement, 'The words are shown in a window of their own')
    // It is asked for again, and what was typed does not stay.
    await says(canvasElement, 'Show that it is you')
    await waitFor(() => expect(inPage(canvasElement).querySelector('input')?.value).toBe(''))
  },
}

const words =
  'harbour lantern marble orchard velvet canyon timber ribbon copper meadow thunder basket pepper saddle winter anchor cotton island mirror bronze garden falcon silver compass'.split(
    ' ',
  )
export const Words: Story = {
  args: { inWindow: true, children: <WordsScreen words={words} onDone={nothing} /> },
  async play({ canvasElement }) {
    await press(canvasElement, /Show/)
    await says(canvasElement, 'harbour')
  },
}
