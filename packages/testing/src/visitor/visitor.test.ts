import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import * as door from './index.js'
import type { VisitorLocator, VisitorPage } from './types.js'

const { createVisitor, VisitorError } = door
const servers: Server[] = []
afterEach(() => servers.splice(0).forEach((server) => server.close()))

/** An inbox with these answers by path. */
async function inbox(answers: Readonly<Record<string, unknown>>): Promise<string> {
  const server = createServer(({ url = '' }, response) => {
    const answer = answers[url.split('?')[0] ?? '']
    response
      .writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer ?? { error: {} }))
  })
  servers.push(server)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A page that notes what is done to it. */
function notingPage(done: string[]): VisitorPage {
  const at = (name: string): VisitorLocator => ({
    first: () => at(name),
    click: async () => void done.push(`press ${name}`),
    hover: async () => void done.push(`point at ${name}`),
    fill: async (value) => void done.push(`type ${value} into ${name}`),
    waitFor: async () => {
      if (name.includes('GitHub') && !done.includes('press More ways to sign in')) throw new Error('not shown')
    },
    isVisible: async () => false,
  })
  return {
    locator: at,
    getByRole: (_, { name }) => at(String(name)),
    frameLocator: () => ({ locator: (selector) => at(`${selector} in the frame`) }),
    waitForEvent: () => Promise.resolve(notingPage(done)),
    close: async () => {},
  }
}

test('the door shows what is meant to be shown', () => {
  expect(Object.keys(door).toSorted()).toEqual(['VisitorError', 'createVisitor'])
})

test('logging in types the address, then the code that was mailed', async () => {
  const inboxUrl = await inbox({ '/mails': [], '/mails/next': { id: 1, subject: 'Code', text: '482917', code: '482917', links: [] } })
  const done: string[] = []
  await createVisitor({ page: notingPage(done), inboxUrl }).logIn({ email: 'ada@example.com' })
  expect(done).toEqual([
    'press /^Connect/',
    'type ada@example.com into portico-modal dialog[open] input[type="email"]',
    'press Continue with email',
    'type 482917 into input[autocomplete="one-time-code"] in the frame',
  ])
})

test('a mail that does not come, or has no code, is said', async () => {
  const page = notingPage([])
  const silent = createVisitor({ page, inboxUrl: await inbox({ '/mails': [] }) })
  await expect(silent.logIn({ email: 'ada@example.com' })).rejects.toThrow(new VisitorError('No mail to ada@example.com came within 15 s.'))
  const mute = createVisitor({
    page,
    inboxUrl: await inbox({ '/mails': [], '/mails/next': { id: 1, subject: 'Hello', text: '', links: [] } }),
  })
  await expect(mute.logIn({ email: 'ada@example.com' })).rejects.toThrow('has no code')
  await expect(createVisitor({ page }).mail('ada@example.com')).rejects.toThrow('Name the inbox')
})

test('a social login answers in the window that opens', async () => {
  const done: string[] = []
  await createVisitor({ page: notingPage(done) }).logInWith('github')
  expect(done).toEqual([
    'press /^Connect/',
    'press More ways to sign in',
    'press /^(Continue with )?GitHub$/',
    'press button[name="person"]',
  ])
})

test('approving waits until the wallet has seen that it is shown, and rests on the button first', async () => {
  const done: string[] = []
  await createVisitor({ page: notingPage(done) }).approve()
  const button = '[data-role="approve"][data-arming="armed"] in the frame'
  expect(done).toEqual([`point at ${button}`, `press ${button}`])
})
