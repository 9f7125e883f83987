import { base, bitcoin, ethereum, evmAddress, phone, site, solana } from '../asked.js'
import { check, failure, until } from '../until.js'
import { declined, type Phone, type Session, type Site } from './sides.js'

/** A site and a wallet over two ends of a relay. */
export interface Meeting {
  readonly site: Site
  readonly phone: Phone
  /** Cuts every connection. They may come back at once. */
  readonly cut: () => void
  /** Starts the relays anew on what they have stored. */
  readonly restartRelays: () => Promise<void>
  /** How many updates a wallet makes in a row. */
  readonly updates: number
  session: Session | undefined
  approval: Promise<Session> | undefined
}

export interface Step {
  readonly name: string
  /** Throws {@link NotThere} where the version has no such thing. */
  readonly run: (meeting: Meeting) => Promise<void>
}

/** A version has no such thing. */
export class NotThere extends Error {
  override readonly name = 'NotThere'
}

const patience = 30_000
const wait = (look: () => boolean, what: string) => until(look, what, patience)
const topicOf = ({ session }: Meeting): string => {
  if (!session) throw new Error('There is no session.')
  return session.topic
}
const step = (name: string, run: Step['run']): Step => ({ name, run })
const sign = async (meeting: Meeting, topic = topicOf(meeting)) => {
  const answer = await meeting.site.request(topic, ethereum, 'personal_sign', ['0x68656c6c6f', evmAddress])
  check(answer === 'did personal_sign', `it was signed: ${String(answer)}`)
}
const of = (side: Site | Phone, topic: string) => side.sessions().find((one) => one.topic === topic)
const gone = (meeting: Meeting, topic: string) =>
  wait(() => !of(meeting.site, topic) && !of(meeting.phone, topic), 'both have forgotten the session')
const saying = async (meeting: Meeting, answer: Phone['answers']['request'], run: () => Promise<void>) => {
  const { answers } = meeting.phone
  const before = answers.request
  answers.request = answer
  try {
    await run()
  } finally {
    answers.request = before
  }
}
const nextSecond = () => new Promise((resolve) => setTimeout(resolve, 1_010 - (Date.now() % 1_000)))
const pair = async (meeting: Meeting): Promise<Session> => {
  const { uri, approval } = await meeting.site.connect()
  await meeting.phone.scan(uri)
  const session = await approval
  await wait(() => of(meeting.phone, session.topic) !== undefined, 'the wallet has the session')
  return session
}
const expiresLater = async (meeting: Meeting, extend: (topic: string) => Promise<unknown>) => {
  const topic = topicOf(meeting)
  const before = Math.max(of(meeting.site, topic)?.expiry ?? 0, of(meeting.phone, topic)?.expiry ?? 0)
  await nextSecond()
  await extend(topic)
  await wait(() => [meeting.site, meeting.phone].every((side) => (of(side, topic)?.expiry ?? 0) > before), 'it ends later for both')
}

/** Forty things that a site and a wallet do with each other, one after the other. */
export const steps: readonly Step[] = [
  step('a proposal is declined, and the site hears it', async ({ site: dapp, phone: wallet }) => {
    wallet.answers.proposal = false
    const { uri, approval } = await dapp.connect()
    const said = failure(approval)
    await wallet.scan(uri)
    check(/reject|declined/i.test(await said), 'it was declined')
    wallet.answers.proposal = true
  }),
  step('a code is shown', async (meeting) => {
    const { uri, approval } = await meeting.site.connect()
    check(/^wc:[\da-f]{64}@2\?/.test(uri), 'it is a code')
    meeting.approval = approval
    approval.catch(() => undefined)
    await meeting.phone.scan(uri)
  }),
  step('the site has the session', async (meeting) => void (meeting.session = await meeting.approval)),
  step('the wallet has the session', (meeting) => wait(() => of(meeting.phone, topicOf(meeting)) !== undefined, 'it is there')),
  step('the site sees the wallet’s name', async ({ session }) => check(session?.peer === phone.name, `it is ${session?.peer}`)),
  step('the wallet sees the site’s name', async (meeting) => check(of(meeting.phone, topicOf(meeting))?.peer === site.name, 'it does')),
  step('accounts of three namespaces', async ({ session }) => check(session?.accounts.length === 4, 'there are four')),
  step('the session lasts for a week', async ({ session }) => {
    const days = ((session?.expiry ?? 0) - Date.now() / 1000) / 86_400
    check(days > 6.9 && days < 7.1, `it lasts for ${days} days`)
  }),
  step('a message is signed', (meeting) => sign(meeting)),
  step('a transaction on the second chain', async (meeting) => {
    const answer = await meeting.site.request(topicOf(meeting), base, 'eth_sendTransaction', [{ from: evmAddress, value: '0x1' }])
    check(answer === 'did eth_sendTransaction', 'it was sent')
  }),
  step('a message of Solana', async (meeting) => {
    check(
      (await meeting.site.request(topicOf(meeting), solana, 'solana_signMessage', { message: 'x' })) === 'did solana_signMessage',
      'it was signed',
    )
  }),
  step('a transfer of Bitcoin', async (meeting) => {
    check((await meeting.site.request(topicOf(meeting), bitcoin, 'sendTransfer', { amount: '1' })) === 'did sendTransfer', 'it was sent')
  }),
  step('20 kB of every script arrive as they were', async (meeting) => {
    const text = '€ß漢字🙂\u200f"\\\n'.repeat(1000)
    await saying(
      meeting,
      (_method, params) => ({ result: params }),
      async () => {
        const answer = await meeting.site.request(topicOf(meeting), ethereum, 'personal_sign', [text])
        check(JSON.stringify(answer) === JSON.stringify([text]), 'they are the same')
      },
    )
  }),
  step('two requests at once', (meeting) => Promise.all([sign(meeting), sign(meeting)]).then(() => undefined)),
  step('several requests in a row', async (meeting) => {
    // Official wallets show one a second.
    for (let count = 0; count < Math.max(3, meeting.updates / 10); count++) await sign(meeting)
  }),
  step('a request is declined', (meeting) =>
    saying(
      meeting,
      () => ({ error: declined }),
      async () => check(/reject|declined/i.test(await failure(sign(meeting))), 'it was declined'),
    ),
  ),
  step('the one after it is answered', (meeting) => sign(meeting)),
  step('an error of the wallet’s own arrives', (meeting) =>
    saying(
      meeting,
      () => ({ error: { code: -32099, message: 'Out of ink.' } }),
      async () => check((await failure(sign(meeting))).includes('Out of ink'), 'it says why'),
    ),
  ),
  step('an object as the answer', (meeting) =>
    saying(
      meeting,
      () => ({ result: { a: [1, { b: null }] } }),
      async () => {
        const answer = await meeting.site.request(topicOf(meeting), ethereum, 'personal_sign', [])
        check(JSON.stringify(answer) === '{"a":[1,{"b":null}]}', 'it is the same')
      },
    ),
  ),
  step('a chain beyond the session is refused', async (meeting) => {
    await failure(meeting.site.request(topicOf(meeting), 'eip155:10', 'personal_sign', []))
  }),
  step('a method beyond the session is refused', async (meeting) => {
    await failure(meeting.site.request(topicOf(meeting), ethereum, 'eth_sign', []))
  }),
  step('another chain in the wallet is heard of', async (meeting) => {
    await meeting.phone.emit(topicOf(meeting), 'chainChanged', 8453)
    await wait(() => meeting.site.events.includes('chainChanged 8453'), 'it is heard')
  }),
  step('another account in the wallet is heard of', async (meeting) => {
    await meeting.phone.emit(topicOf(meeting), 'accountsChanged', [evmAddress])
    await wait(() => meeting.site.events.some((event) => event.startsWith('accountsChanged')), 'it is heard')
  }),
  step('the site pings', async (meeting) => void (await meeting.site.ping(topicOf(meeting)))),
  step('the wallet pings', async (meeting) => void (await meeting.phone.ping(topicOf(meeting)))),
  step('an update takes a chain away', async (meeting) => {
    await meeting.phone.update(topicOf(meeting), base)
    await wait(() => of(meeting.site, topicOf(meeting))?.accounts.length === 3, 'an account is gone')
    await failure(meeting.site.request(topicOf(meeting), base, 'personal_sign', []))
  }),
  step('an update gives it back', async (meeting) => {
    await meeting.phone.update(topicOf(meeting))
    await wait(() => of(meeting.site, topicOf(meeting))?.accounts.length === 4, 'it is back')
  }),
  step('R12: of many updates in a row each is heard', async (meeting) => {
    for (let count = 0; count < meeting.updates; count++) await meeting.phone.update(topicOf(meeting), count % 2 ? undefined : base)
    if (meeting.updates % 2) await meeting.phone.update(topicOf(meeting))
  }),
  step('the wallet extends', (meeting) => expiresLater(meeting, meeting.phone.extend)),
  step('the site extends', (meeting) => expiresLater(meeting, meeting.site.extend)),
  step('R12: asked while the wallet is away, answered once when it is back', async (meeting) => {
    const { heard } = meeting.phone
    await meeting.phone.offline()
    const before = heard.length
    const signing = sign(meeting)
    signing.catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, 500))
    check(heard.length === before, 'nothing came while it was away')
    await meeting.phone.online()
    await signing
    check(heard.length === before + 1, 'it was asked once')
  }),
  step('R12: told while the site is away, heard when it is back', async (meeting) => {
    await meeting.site.offline()
    await meeting.phone.emit(topicOf(meeting), 'chainChanged', 1)
    await meeting.site.online()
    await wait(() => meeting.site.events.includes('chainChanged 1'), 'it is heard')
  }),
  step('R12: every connection is cut', async (meeting) => {
    meeting.cut()
    await sign(meeting)
  }),
  step('R12: every connection is cut while the wallet is asked', (meeting) =>
    saying(
      meeting,
      (method) => {
        meeting.cut()
        return { result: `did ${method}` }
      },
      () => sign(meeting),
    ),
  ),
  step('R12: the relay is started anew', async (meeting) => {
    await meeting.restartRelays()
    await sign(meeting)
  }),
  step('the wallet is started anew, and answers what waited', async (meeting) => {
    const { heard } = meeting.phone
    const before = heard.length
    let signing: Promise<void> | undefined
    await saying(
      meeting,
      () => undefined,
      async () => {
        signing = sign(meeting)
        signing.catch(() => undefined)
        await wait(() => heard.length > before, 'it was asked')
      },
    )
    await meeting.phone.restart()
    await signing
  }),
  step('the site is started anew, and has its session', async (meeting) => {
    await meeting.site.restart()
    check(of(meeting.site, topicOf(meeting)) !== undefined, 'it is there')
    await sign(meeting)
  }),
  step('another session over the same pairing, without a code', async (meeting) => {
    const session = await (await meeting.site.connect(meeting.site.pairing())).approval
    check(session.topic !== topicOf(meeting), 'it is another')
    await wait(() => of(meeting.phone, session.topic) !== undefined, 'the wallet has it')
    await sign(meeting, session.topic)
    await meeting.site.disconnect(session.topic)
    await gone(meeting, session.topic)
  }),
  step('the wallet ends the session; another is ended by the site', async (meeting) => {
    await meeting.phone.disconnect(topicOf(meeting))
    await gone(meeting, topicOf(meeting))
    const { topic } = await pair(meeting)
    await meeting.site.disconnect(topic)
    await gone(meeting, topic)
  }),
  step('asked to sign in at once, the wallet declines, and the site hears it', async (meeting) => {
    if (!meeting.site.authenticate) throw new NotThere()
    meeting.phone.answers.proposal = false
    const { uri, approval } = await meeting.site.authenticate()
    const said = failure(approval)
    await meeting.phone.scan(uri)
    check(/reject|declined|disapproved/i.test(await said), 'it was declined')
    meeting.phone.answers.proposal = true
  }),
]
