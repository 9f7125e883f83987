import type { Portico, PorticoError } from '@portico/core'
import {
  SignatureDeclinedError,
  SignInClockError,
  SignInUnavailableError,
  siwxStore,
  SmartAccountSignInError,
  type ShownText,
  type SignInQuestion,
} from '@portico/core/siwx'
import { fakeAddress } from '@portico/testing'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import { ar } from '../../locales/ar/index.js'
import { de } from '../../locales/de/index.js'
import { bitcoin, bitcoinAddress, threeFamilies } from '../../stories/chains.js'
import { onPhoneOf } from '../../stories/links.js'
import { bitcoinConnected, both, connected } from '../../stories/states.js'
import { ViewStory } from '../../stories/ViewStory.js'
import SignMessageView from './SignMessageView.js'

const meta = { title: 'Views/Sign in', component: ViewStory, parameters: { surface: 'page' } } satisfies Meta<typeof ViewStory>
export default meta
type Story = StoryObj<typeof meta>

/** What a site's server asks visitors to sign; the facts as they are read from it. */
function shownText(domain: string, address = fakeAddress): ShownText {
  const message = {
    namespace: 'eip155',
    domain,
    address,
    statement: 'Sign in to Meridian and accept the terms of use.',
    uri: `https://${domain}`,
    version: '1',
    chainId: '8453',
    nonce: '4kQz81mWv7Ta',
    issuedAt: '2026-03-14T18:20:11Z',
    expirationTime: '2026-03-15T18:20:11Z',
  } as const
  const text = `${domain} wants you to sign in with your Ethereum account:
${address}

${message.statement}

URI: ${message.uri}
Version: 1
Chain ID: 8453
Nonce: ${message.nonce}
Issued At: ${message.issuedAt}
Expiration Time: ${message.expirationTime}`
  return { text, message, chain: 'eip155:8453' }
}

const signer = {
  namespace: 'eip155',
  connectorId: 'com.harbor',
  address: fakeAddress,
  networkId: 'eip155:8453',
  isSmartAccount: false,
} as const

type Asked = Partial<Pick<SignInQuestion, 'required' | 'signer'>> &
  (
    | { readonly status: 'loading' }
    | { readonly status: 'unavailable'; readonly error: Error }
    | { readonly status: 'ready' | 'signing' | 'verifying'; readonly shown?: ShownText }
    | { readonly status: 'declined'; readonly error: PorticoError }
  )

/** A visitor who has connected, and how far they are with signing in. */
const asked = (question: Asked) =>
  both(connected(), (portico: Portico) => {
    const shown = question.status === 'loading' || question.status === 'unavailable' ? {} : { shown: shownText(location.host) }
    siwxStore(portico).setState({ question: { signer, required: false, ...shown, ...question } as SignInQuestion })
  })

const of = (question: Asked): Story => ({ args: { View: SignMessageView, arrange: asked(question) } })

export const Ready: Story = of({ status: 'ready' })
export const ReadyRequired: Story = of({ status: 'ready', required: true })
export const ReadyPhone: Story = { args: { ...of({ status: 'ready' }).args, View: SignMessageView, form: 'sheet' } }
export const ReadyArabic: Story = { args: { ...of({ status: 'ready', required: true }).args, View: SignMessageView, locale: ar } }
export const ReadyGerman: Story = { args: { ...of({ status: 'ready', required: true }).args, View: SignMessageView, locale: de } }
export const Loading: Story = of({ status: 'loading' })
export const Signing: Story = of({ status: 'signing' })
/** The wallet of a phone may not have come up, or its owner came back undecided. */
export const SigningOnPhone: Story = {
  args: onPhoneOf({ View: SignMessageView, arrange: asked({ status: 'signing' }) }),
  async play({ canvasElement }) {
    await expect(await within(canvasElement).findByRole('link', { name: 'Open Harbor' })).toBeVisible()
  },
}
export const Verifying: Story = of({ status: 'verifying' })
export const Declined: Story = of({ status: 'declined', error: new SignatureDeclinedError() })
export const DeclinedRequired: Story = of({ status: 'declined', required: true, error: new SignatureDeclinedError() })
export const DeclinedArabic: Story = {
  args: { ...of({ status: 'declined', error: new SignatureDeclinedError() }).args, View: SignMessageView, locale: ar },
}
export const SmartAccount: Story = of({ status: 'declined', error: new SmartAccountSignInError() })
export const WrongClock: Story = of({ status: 'declined', error: new SignInClockError() })
export const WrongClockArabic: Story = {
  args: { ...of({ status: 'declined', error: new SignInClockError() }).args, View: SignMessageView, locale: ar },
}
export const Unavailable: Story = of({ status: 'unavailable', error: new SignInUnavailableError() })
export const UnavailableRequired: Story = of({ status: 'unavailable', required: true, error: new SignInUnavailableError() })
export const Foreign: Story = {
  ...of({ status: 'ready', shown: shownText('app.meridian.example') }),
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByRole('button', { name: 'Don’t sign' })).toBeVisible()
    await expect(within(canvasElement).queryByRole('button', { name: 'Sign in' })).toBeNull()
  },
}
/** The site says that its server knows it by another host than the page's, as in an app's web view. */
export const OtherHost: Story = {
  ...of({ status: 'ready', shown: { ...shownText('app.meridian.example'), host: 'app.meridian.example' } }),
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByRole('button', { name: 'Sign in' })).toBeVisible()
    await expect(within(canvasElement).getByText('app.meridian.example')).toBeVisible()
  },
}
export const Message: Story = {
  ...of({ status: 'ready' }),
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Read the full message' }))
    await expect(await within(canvasElement).findByText(/Nonce: 4kQz81mWv7Ta/)).toBeVisible()
    await expect(within(canvasElement).getByRole('button', { name: 'Sign in' })).toBeVisible()
  },
}
/** A text of a site's own form: there are no facts to read from it. */
export const OwnForm: Story = of({
  status: 'ready',
  shown: { text: 'Welcome to Meridian.\nNonce: 4kQz81mWv7Ta', message: undefined, chain: undefined },
})
export const Bitcoin: Story = {
  args: {
    View: SignMessageView,
    adapters: threeFamilies,
    arrange: both(bitcoinConnected(), (portico) => {
      const shown = shownText(location.host, bitcoinAddress)
      siwxStore(portico).setState({
        question: {
          signer: { ...signer, namespace: 'bip122', connectorId: 'com.bitloom', address: bitcoinAddress, networkId: bitcoin.id },
          required: false,
          status: 'ready',
          shown: { ...shown, chain: bitcoin.id },
        },
      })
    }),
  },
}
