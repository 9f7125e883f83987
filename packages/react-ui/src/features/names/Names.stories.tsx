import { UserRejectedError, type Portico } from '@portico/core'
import { HttpStatusError } from '@portico/core/kit'
import { nameFormStore, NameRegistrationError, setNameText, startName, type NameForm } from '@portico/core/names'
import { fakeAddress, type FakeAdapterOptions } from '@portico/testing'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent, waitFor, within } from 'storybook/test'
import { ar } from '../../locales/ar/index.js'
import { de } from '../../locales/de/index.js'
import { pseudo } from '../../locales/pseudo/index.js'
import { fakeEmbedded, miraUser, security } from '../../stories/embedded.js'
import { onPhoneOf } from '../../stories/links.js'
import { both, connected } from '../../stories/states.js'
import { ViewStory, type ViewStoryProps } from '../../stories/ViewStory.js'
import AccountView from '../account/AccountView.js'
import SettingsView from '../account/SettingsView.js'
import AcceptAccountNameView from './AcceptAccountNameView.js'
import AccountNameView from './AccountNameView.js'
import EditAccountNameView from './EditAccountNameView.js'
import RegisterAccountNameSuccessView from './RegisterAccountNameSuccessView.js'
import RegisterAccountNameView from './RegisterAccountNameView.js'
import ReleaseAccountNameView from './ReleaseAccountNameView.js'
import TransferAccountNameView from './TransferAccountNameView.js'

const meta = { title: 'Views/Names', component: ViewStory, parameters: { surface: 'page' } } satisfies Meta<typeof ViewStory>
export default meta
type Story = StoryObj<typeof meta>

const zone = 'wcn.id'
const mira = `mira.${zone}`
const friend = '0x91b2C0dA7e3F45b8169aD2c4E0f6B8a17c7d20fe'

interface Service {
  /** Names of the account. */
  readonly own?: readonly object[]
  /** Names that were handed over to it. */
  readonly offered?: readonly object[]
  readonly taken?: readonly string[]
  readonly refused?: Readonly<Record<string, { readonly name: string; readonly description: string }>>
  readonly suggestions?: () => Promise<Response>
  readonly zones?: () => Promise<Response>
  readonly post?: () => Promise<Response>
}
const signs = fn<NonNullable<FakeAdapterOptions['signMessage']>>(() => Promise.resolve('0x51'))
const never = () => new Promise<never>(() => undefined)
const record = (name: string, more: object = {}) => ({
  name,
  registered_at: '2026-03-14T10:00:00.000Z',
  addresses: {
    '2147492101': { address: fakeAddress, created: '2026-03-14T10:00:00.000Z' },
    '2147483648': { address: fakeAddress, created: '2026-03-14T10:00:00.000Z' },
  },
  attributes: [{}],
  ...more,
})

/** A site whose gateway gives names away, from memory, and whose visitor has an embedded wallet. */
function scene(
  View: ViewStoryProps['View'],
  service: Service = {},
  {
    arrange = () => undefined,
    adapter,
    ...more
  }: { arrange?: (portico: Portico) => void; adapter?: FakeAdapterOptions } & Partial<ViewStoryProps> = {},
): ViewStoryProps {
  const { own = [], offered = [], taken = [], refused = {}, suggestions, zones, post } = service
  const answer: typeof fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input)
    const last = decodeURIComponent(pathname.split('/').at(-1) ?? '')
    if (init?.method === 'POST') return post?.() ?? Response.json({ success: true })
    if (pathname.endsWith('/profile/zones')) return zones?.() ?? Response.json({ zones: [zone], lifetimeSeconds: null })
    if (pathname.includes('/profile/suggestions/'))
      return (
        suggestions?.() ??
        Response.json({
          suggestions: [last, `${last}-r`, `${last}bel`, `${last}-defi`].map((label) => {
            const name = `${label}.${zone}`
            return { name, registered: taken.includes(name), ...(refused[name] && { reason: refused[name] }) }
          }),
        })
      )
    if (pathname.includes('/profile/reverse/')) return Response.json(own)
    if (pathname.includes('/profile/offered/')) return Response.json(offered)
    return Response.json({ status: 'FAILED', reasons: [{ name: 'not-found', description: 'none' }] }, { status: 404 })
  }
  const { connector, description } = fakeEmbedded({
    state: { frame: 'ready', user: { ...miraUser, security: security('user') } },
  })
  return {
    View,
    ...(adapter && { adapter }),
    options: { apiUrl: `${location.origin}/no-gateway`, fetch: answer, names: {}, connectors: [description] },
    arrange: both(connected({ connector }), arrange),
    ...more,
  }
}
const form = (state: NameForm) => (portico: Portico) => nameFormStore(portico).setState(state, true)
const typed = (text: string) => (portico: Portico) => setNameText(portico, text)

/** Machines that do much else at once are waited for. */
const slow = { timeout: 5_000 }
const shows = (text: string | RegExp): NonNullable<Story['play']> =>
  async function play({ canvasElement }) {
    const canvas = within(canvasElement)
    await waitFor(() => expect(canvas.getAllByText(text)[0]).toBeVisible(), slow)
  }

const claim = (service: Service = {}, text = '', more: Partial<ViewStoryProps> = {}) =>
  scene(RegisterAccountNameView, service, { arrange: text ? typed(text) : startName, ...more })

export const Empty: Story = { args: claim(), play: shows('.wcn.id') }
export const EmptyPhone: Story = { args: claim({}, '', { form: 'sheet' }), play: shows('.wcn.id') }
export const EmptyArabic: Story = { args: claim({}, '', { locale: ar }), play: shows('.wcn.id') }
export const EmptyPseudo: Story = { args: claim({}, '', { locale: pseudo }), play: shows('.wcn.id') }
export const NotValid: Story = { args: claim({}, 'mi_'), play: shows('Use at least 4 characters: letters, digits or hyphens') }
/** Too short is no mistake while it is typed. */
export const StillShort: Story = {
  args: claim(),
  play: async ({ canvasElement }) => {
    const field = await within(canvasElement).findByRole('textbox', { name: 'Account name' })
    await userEvent.type(field, 'mi')
    await expect(field).not.toHaveAttribute('aria-invalid')
    await userEvent.keyboard('{Enter}')
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription('Use at least 4 characters: letters, digits or hyphens')
  },
}
export const Hyphens: Story = { args: claim({}, 'ab--cd'), play: shows(/No hyphen first or last/) }
export const Checking: Story = { args: claim({ suggestions: never }, 'mira'), play: shows('Checking whether it’s free') }
export const Free: Story = { args: claim({}, 'mira'), play: shows('mira.wcn.id is free') }
export const FreeArabic: Story = { args: claim({}, 'mira', { locale: ar }), play: shows('متاح أيضًا') }
export const FreeGerman: Story = { args: claim({}, 'mira', { locale: de }), play: shows('mira.wcn.id ist frei') }
export const FreePhone: Story = { args: claim({}, 'mira', { form: 'sheet' }), play: shows('mira.wcn.id is free') }
/** A suggestion stands in the field at once. */
export const Suggested: Story = {
  args: claim({}, 'mira'),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'mirabel.wcn.id' }, slow))
    await expect(canvas.getByRole('textbox', { name: 'Account name' })).toHaveValue('mirabel')
    await expect(await canvas.findByRole('button', { name: 'Claim mirabel.wcn.id' }, slow)).toBeEnabled()
  },
}
const long = 'the-longest-name-that-anybody-can-have-below-this-parent-and-more'.slice(0, 63)
export const FreeLong: Story = { args: claim({}, long), play: shows(new RegExp(`${long}.wcn.id is free`)) }
export const Taken: Story = { args: claim({ taken: [mira, `mira-r.${zone}`] }, 'mira'), play: shows('mira.wcn.id is taken') }
const alike = { 'm1ra.wcn.id': { name: 'lookalike', description: 'm1ra.wcn.id looks like mira.wcn.id' } }
export const LookAlike: Story = { args: claim({ refused: alike }, 'm1ra'), play: shows('m1ra.wcn.id looks too much like another name') }
export const LookAlikeArabic: Story = { args: claim({ refused: alike }, 'm1ra', { locale: ar }) }
const odd = { 'mira.wcn.id': { name: 'new-rule', description: 'Names of rivers are kept for rivers' } }
/** A reason that is not known here is told in the service's words. */
export const OtherReason: Story = { args: claim({ refused: odd }, 'mira'), play: shows('Names of rivers are kept for rivers') }
export const CheckFailed: Story = {
  args: claim({ suggestions: () => Promise.resolve(new Response('', { status: 400 })) }, 'mira'),
  play: shows('Error fetching name suggestions'),
}
const named = { text: 'mira', name: mira }
const signing = (more: Partial<ViewStoryProps> = {}) =>
  scene(RegisterAccountNameView, {}, { arrange: form({ status: 'signing', ...named }), ...more })
export const Registering: Story = { args: signing(), play: shows('Registering') }
/** The wallet of a phone may not have come up, or its owner came back undecided. */
export const RegisteringOnPhone: Story = {
  args: onPhoneOf({
    ...signing(),
    options: { ...signing().options, connectors: [], names: { anyWallet: true } },
    arrange: both(connected(), form({ status: 'signing', ...named })),
  }),
  async play({ canvasElement }) {
    await expect(await within(canvasElement).findByRole('link', { name: 'Open Harbor' })).toBeVisible()
  },
}
export const RegisteringArabic: Story = { args: signing({ locale: ar }), play: shows('جارٍ التسجيل') }
const failed = (error: Error, more: Partial<ViewStoryProps> = {}) =>
  scene(RegisterAccountNameView, {}, { arrange: form({ status: 'error', ...named, error }), ...more })
const refusal = (reason?: string, description?: string) =>
  new NameRegistrationError({ of: mira, cause: new HttpStatusError({ status: 400, path: '/v1/profile/account', reason, description }) })
export const Failed: Story = { args: failed(refusal()), play: shows('Error registering name mira') }
export const FailedArabic: Story = { args: failed(refusal('one-per-account'), { locale: ar }), play: shows('لهذا الحساب اسم بالفعل') }
/** Somebody was quicker: another signature would not do, and others are offered. */
export const FailedReason: Story = {
  args: scene(
    RegisterAccountNameView,
    { taken: [mira] },
    { arrange: form({ status: 'error', ...named, error: refusal('taken', 'taken') }) },
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByRole('button', { name: 'mirabel.wcn.id' }, slow)).toBeVisible()
    await expect(canvas.getByText('mira.wcn.id is taken')).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Claim name' })).toBeDisabled()
    await expect(canvas.queryByRole('button', { name: 'Try again' })).toBeNull()
  },
}
export const Declined: Story = {
  args: failed(new UserRejectedError()),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByText('You declined the signature')).toBeVisible()
    await expect(canvas.getByRole('textbox', { name: 'Account name' })).toHaveValue('mira')
    await expect(canvas.getByRole('button', { name: 'Try again' })).toBeEnabled()
  },
}
export const NoNames: Story = { args: claim({ zones: () => Promise.resolve(Response.json({ zones: [] })) }), play: shows('No names here') }
export const Away: Story = {
  args: claim({ zones: () => Promise.resolve(new Response('', { status: 400 })) }),
  play: shows('Names did not load'),
}

const done = (more: Partial<ViewStoryProps> = {}, own: readonly object[] = [record(mira)]) =>
  scene(
    RegisterAccountNameSuccessView,
    { own },
    { arrange: form({ status: 'success', ...named, address: fakeAddress, networkId: 'eip155:8453' }), ...more },
  )
export const Success: Story = { args: done(), play: shows(/on every EVM network/) }
export const SuccessArabic: Story = { args: done({ locale: ar }), play: shows(/كل شبكات EVM/) }
export const SuccessPhone: Story = { args: done({ form: 'sheet' }), play: shows(/on every EVM network/) }
const onBase = [record(mira, { addresses: { '2147492101': { address: fakeAddress, created: '' } } })]
/** A smart account has its address where it was deployed. */
export const SuccessOneNetwork: Story = { args: done({}, onBase), play: shows(/on Base/) }

const primary = { writePrimaryName: () => Promise.resolve({ to: friend, data: '0x' as const }) } satisfies FakeAdapterOptions
const own = [record(mira, { expires_at: '2027-03-14T10:00:00.000Z', attributes: [{ bio: 'Sails, mostly' }] })]
export const Own: Story = { args: scene(AccountNameView, { own }, { adapter: primary }), play: shows('Use as primary name') }
export const OwnArabic: Story = { args: scene(AccountNameView, { own }, { adapter: primary, locale: ar }), play: shows('جدّد') }
export const OwnPhone: Story = { args: scene(AccountNameView, { own }, { adapter: primary, form: 'sheet' }), play: shows('Renew') }
export const OwnPlain: Story = { args: scene(AccountNameView, { own: [record(mira), record(`noor.${zone}`)] }), play: shows('noor.wcn.id') }
export const Renewing: Story = {
  args: scene(AccountNameView, { own }, { adapter: { signMessage: never } }),
  play: async ({ canvasElement }) => {
    const button = await within(canvasElement).findByRole('button', { name: 'Renew' }, slow)
    await userEvent.click(button)
    await expect(button).toHaveAttribute('aria-busy', 'true')
  },
}
export const OwnAway: Story = {
  args: scene(
    AccountNameView,
    {},
    { options: { ...scene(AccountNameView).options, fetch: () => Promise.resolve(new Response('', { status: 400 })) } },
  ),
  play: shows('Names did not load'),
}

export const OwnLoading: Story = {
  args: scene(AccountNameView, {}, { options: { ...scene(AccountNameView).options, fetch: never } }),
  play: shows('Account name'),
}

const told = { bio: 'Sails, mostly', url: 'https://harbor.example', 'com.github': 'mira-sails', 'com.x': 'mira' }
const withTexts = [record(mira, { updated_at: '2026-10-01T08:00:00.000Z', attributes: [told] })]
export const OwnTexts: Story = { args: scene(AccountNameView, { own: withTexts }), play: shows('mira-sails') }
export const OwnTextsArabic: Story = { args: scene(AccountNameView, { own: withTexts }, { locale: ar }), play: shows('mira-sails') }

const edit = (more: Partial<ViewStoryProps> = {}, service: Service = { own: withTexts }) =>
  scene(EditAccountNameView, service, { params: { name: mira }, ...more })
const field = (canvasElement: HTMLElement, name: string) => within(canvasElement).findByRole('textbox', { name }, slow)
export const Edit: Story = {
  args: edit(),
  play: async ({ canvasElement }) => {
    await expect(await field(canvasElement, 'About you')).toHaveValue('Sails, mostly')
    await expect(within(canvasElement).getByRole('button', { name: 'Save' })).toBeDisabled()
  },
}
export const EditArabic: Story = { args: edit({ locale: ar }), play: shows('نبذة عنك') }
export const EditGerman: Story = { args: edit({ locale: de }), play: shows('Über Sie') }
export const EditPhone: Story = { args: edit({ form: 'sheet' }), play: shows('About you') }
/** What was changed is signed, and nothing else; an empty text is taken away. */
export const EditSaves: Story = {
  args: edit({ adapter: { signMessage: signs } }),
  play: async ({ canvasElement }) => {
    signs.mockClear()
    await userEvent.clear(await field(canvasElement, 'About you'))
    await userEvent.type(await field(canvasElement, 'Picture'), 'https://pictures.example/mira.png')
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(signs).toHaveBeenCalledOnce(), slow)
    await expect(JSON.parse(String(signs.mock.calls[0]?.[0].message))).toMatchObject({
      action: 'attributes',
      name: mira,
      attributes: { bio: '', avatar: 'https://pictures.example/mira.png' },
    })
  },
}
export const EditBad: Story = {
  args: edit(),
  play: async ({ canvasElement }) => {
    const website = await field(canvasElement, 'Website')
    await userEvent.clear(website)
    await userEvent.type(website, 'harbor.example')
    await userEvent.type(await field(canvasElement, 'Picture'), 'http://pictures.example/a.png{Enter}')
    await expect(await field(canvasElement, 'Picture')).toHaveAccessibleDescription(/https:\/\/ or ipfs/)
    await expect(website).toHaveAccessibleDescription('Use an address that begins with https://')
    await expect(await field(canvasElement, 'Picture')).toHaveFocus()
  },
}
export const EditRefused: Story = {
  args: edit(
    {},
    {
      own: withTexts,
      post: () =>
        Promise.resolve(Response.json({ status: 'FAILED', reasons: [{ name: 'origin', description: 'elsewhere' }] }, { status: 403 })),
    },
  ),
  play: async ({ canvasElement, ...context }) => {
    await userEvent.type(await field(canvasElement, 'On X'), 'x')
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Save' }))
    await shows('Names cannot be changed on this site')({ canvasElement, ...context })
  },
}

const offered = [record(mira)]
const accept = (more: Partial<ViewStoryProps> = {}) => scene(AcceptAccountNameView, { offered }, { params: { name: mira }, ...more })
export const Accept: Story = { args: accept(), play: shows('Accept mira.wcn.id?') }
export const AcceptArabic: Story = { args: accept({ locale: ar }), play: shows('اقبله') }
export const AcceptGerman: Story = { args: accept({ locale: de }), play: shows('Annehmen') }
export const AcceptPhone: Story = { args: accept({ form: 'sheet' }), play: shows('Accept mira.wcn.id?') }
export const Accepting: Story = {
  args: accept({ adapter: { signMessage: never } }),
  play: async ({ canvasElement }) => {
    const button = await within(canvasElement).findByRole('button', { name: 'Accept' })
    await userEvent.click(button)
    await expect(button).toHaveAttribute('aria-busy', 'true')
    await expect(within(canvasElement).getByRole('button', { name: 'Refuse' })).toBeDisabled()
  },
}
export const AcceptDeclined: Story = {
  args: accept({ adapter: { signMessage: () => Promise.reject(new UserRejectedError()) } }),
  play: async ({ canvasElement, ...context }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Refuse' }))
    await shows('You declined the signature')({ canvasElement, ...context })
  },
}

const resolves: FakeAdapterOptions = { resolveName: ({ name }) => Promise.resolve(name === 'noor.eth' ? friend : undefined) }
const transfer = (more: Partial<ViewStoryProps> = {}, service: Service = { own }) =>
  scene(TransferAccountNameView, service, { params: { name: mira }, adapter: resolves, ...more })
const types = (text: string, then: string | RegExp): NonNullable<Story['play']> =>
  async function play({ canvasElement, ...context }) {
    await userEvent.type(await within(canvasElement).findByRole('textbox'), text)
    await shows(then)({ canvasElement, ...context })
  }
export const Transfer: Story = { args: transfer() }
export const TransferToName: Story = {
  args: transfer(),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.type(await canvas.findByRole('textbox', { name: 'New owner' }), 'noor.eth')
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Hand over the name' })).toBeEnabled(), slow)
    await expect(canvasElement.querySelector('.po-whole')).toHaveTextContent(friend)
  },
}
export const TransferArabic: Story = {
  args: transfer({ locale: ar }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.type(await canvas.findByRole('textbox'), 'noor.eth')
    await waitFor(() => expect(canvas.getByRole('button', { name: 'سلّم الاسم الآن' })).toBeEnabled(), slow)
  },
}
export const TransferToNobody: Story = { args: transfer(), play: types('nobody.eth', 'No such address or name') }
export const TransferToSelf: Story = { args: transfer(), play: types(fakeAddress, 'It is this account’s already') }
export const TransferRefused: Story = {
  args: transfer(
    {},
    {
      own,
      post: () =>
        Promise.resolve(
          Response.json({ status: 'FAILED', reasons: [{ name: 'one-per-account', description: 'has one' }] }, { status: 400 }),
        ),
    },
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.type(await canvas.findByRole('textbox'), friend)
    await userEvent.click(await canvas.findByRole('button', { name: 'Hand over the name' }))
    await expect(await canvas.findByText('This account has a name already')).toBeVisible()
  },
}

const release = (more: Partial<ViewStoryProps> = {}) => scene(ReleaseAccountNameView, { own }, { params: { name: mira }, ...more })
export const Release: Story = { args: release(), play: shows('Give up mira.wcn.id?') }
export const ReleaseArabic: Story = { args: release({ locale: ar }) }
export const Releasing: Story = {
  args: release({ adapter: { signMessage: never } }),
  play: async ({ canvasElement }) => {
    const button = await within(canvasElement).findByRole('button', { name: 'Give up' })
    await userEvent.click(button)
    await expect(button).toHaveAttribute('aria-busy', 'true')
  },
}

/** The ways here and the name itself, in the settings and on the account. */
export const SettingsWithout: Story = { args: scene(SettingsView), play: shows('Claim one') }
export const SettingsHandedOver: Story = { args: scene(SettingsView, { offered }), play: shows('mira.wcn.id was handed over to you') }
export const SettingsWith: Story = {
  args: scene(SettingsView, { own }, { arrange: connected({ connector: fakeEmbedded().connector, name: mira }) }),
  play: shows('Account name'),
}
export const Account: Story = {
  args: scene(AccountView, { own }, { arrange: connected({ connector: fakeEmbedded().connector, name: mira }) }),
  play: shows(mira),
}
