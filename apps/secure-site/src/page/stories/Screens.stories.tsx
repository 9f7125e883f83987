import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import { ApproveScreen } from '../screens/ApproveScreen.js'
import { ContinueScreen } from '../screens/ContinueScreen.js'
import { ProtectScreen } from '../screens/ProtectScreen.js'
import { RecoverScreen } from '../screens/RecoverScreen.js'
import { SecurityScreen } from '../screens/SecurityScreen.js'
import type { Recovery, Safety } from '../screens/stage.js'
import type { RequestView } from '../screens/view.js'
import { CheckingScreen, EndedScreen, SentScreen, WorkingScreen } from '../screens/WaitScreens.js'
import { WordsScreen } from '../screens/WordsScreen.js'
import { account, requests } from './requests.js'
import { SecurePage } from './SecurePage.js'

const meta = { title: 'Embedded/Secure page', component: SecurePage, parameters: { surface: 'page' } } satisfies Meta<typeof SecurePage>
export default meta
type Story = StoryObj<typeof meta>

const nothing = () => {}
const origin = 'https://shop.example'
const never = () => new Promise<never>(nothing)

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
export const Transaction = approve(requests.transaction)
export const Unlimited = approve(requests.unlimited)
export const Permit = approve(requests.permit)
export const CouldNotSimulate = approve(requests.unknown)
export const Solana = approve(requests.solana)
export const German = approve(requests.transaction, { locale: 'de', title: 'Anfrage prüfen' })
export const Arabic = approve(requests.transaction, { locale: 'ar', title: 'مراجعة الطلب' })
export const Received = approve(requests.received)
export const UnknownToken = approve(requests.unknownToken)
export const Drain = approve(requests.drain)

export const Checking: Story = { args: { children: <CheckingScreen origin={origin} onReject={nothing} /> } }
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
export const Approved: Story = { args: { inWindow: true, children: <EndedScreen outcome="approved" /> } }
export const Gone: Story = { args: { inWindow: true, children: <EndedScreen outcome="gone" /> } }

const recovery: Recovery = {
  origin,
  step: { kind: 'vault', mail: true, identities: [] },
  byMail: never,
  byIdentity: never,
  byPasskey: never,
  byCode: () => Promise.reject(new Error('x')),
  onDone: nothing,
  onReject: nothing,
}

/** The screen's own part of the story, below the page's shadow root. */
const inPage = (canvas: HTMLElement) => [...canvas.querySelectorAll('*')].find(({ shadowRoot }) => shadowRoot)?.shadowRoot ?? document
const press = async (canvas: HTMLElement, name: RegExp) => {
  const find = () => [...inPage(canvas).querySelectorAll('button')].find(({ textContent }) => name.test(textContent ?? ''))
  await waitFor(() => expect(find()).toBeTruthy())
  find()?.click()
}
/** It is there, and no colour is on its way to another. */
const says = (canvas: HTMLElement, text: string) =>
  waitFor(async () => {
    await expect(inPage(canvas).textContent).toContain(text)
    await expect(
      inPage(canvas)
        .getAnimations()
        .filter((one) => one instanceof CSSTransition),
    ).toEqual([])
  })

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
  args: { children: <RecoverScreen recovery={{ ...recovery, step: { kind: 'factor', passkey: true, recoveryCode: true } }} /> },
}
export const NewBrowserCode: Story = {
  args: { children: <RecoverScreen recovery={{ ...recovery, step: { kind: 'factor', passkey: false, recoveryCode: true } }} /> },
}

const safety: Safety = {
  email: 'mira@harbourmail.example',
  address: account,
  security: () => Promise.resolve({ mode: 'assisted', passkeys: 0, recoveryCode: false, device: true }),
  unlockStep: () => Promise.resolve({ kind: 'none' }),
  recovery,
  addPasskey: never,
  createRecoveryCode: () => Promise.resolve({ code: 'WREN-4QK7-M2XD-9FHT-C6PA-8ZEB', confirm: never }),
  identities: () => Promise.resolve({ offered: [], known: [] }),
  addIdentity: never,
  browsers: () =>
    Promise.resolve([
      { id: '1', here: true, name: 'Chrome on Linux', usedAt: Date.UTC(2026, 8, 21) },
      { id: '2', here: false, name: 'Safari on iPhone', usedAt: Date.UTC(2026, 8, 19) },
      { id: '3', here: false, name: undefined, usedAt: Date.UTC(2026, 4, 2) },
    ]),
  removeBrowser: () => Promise.resolve(),
  startExport: () => Promise.resolve({ step: 'code' }),
  mailExportCode: () => Promise.resolve(),
  exportWords: never,
  onClose: nothing,
}

export const Safe: Story = {
  args: {
    title: 'Wallet safety',
    hasBack: true,
    children: (
      <SecurityScreen
        safety={{ ...safety, security: () => Promise.resolve({ mode: 'user', passkeys: 1, recoveryCode: true, device: true }) }}
      />
    ),
  },
  play: ({ canvasElement }) => says(canvasElement, 'mira@'),
}
export const NotSafeYet: Story = {
  args: { title: 'Wallet safety', hasBack: true, children: <SecurityScreen safety={safety} /> },
  play: ({ canvasElement }) => says(canvasElement, 'mira@'),
}
const onlyHere: Safety = {
  ...safety,
  email: null,
  security: () => Promise.resolve({ mode: 'progressive', passkeys: 0, recoveryCode: false, device: true, recoverable: false }),
  identities: () => Promise.resolve({ offered: ['google', 'farcaster'], known: [] }),
}
export const ThisBrowserOnly: Story = {
  args: { title: 'Wallet safety', hasBack: true, children: <SecurityScreen safety={onlyHere} /> },
  play: ({ canvasElement }) => says(canvasElement, 'Farcaster'),
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
export const ProtectArabic: Story = { args: { ...Protect.args, locale: 'ar' } }
export const Browsers: Story = {
  args: { title: 'Wallet safety', hasBack: true, children: <SecurityScreen safety={safety} /> },
  async play({ canvasElement }) {
    await press(canvasElement, /Browsers that can sign/)
    await says(canvasElement, 'Safari')
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
