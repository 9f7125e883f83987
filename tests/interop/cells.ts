import { isHex, verifyMessage } from 'viem'
import { accounts, base, bitcoin, bitcoinAddress, ethereum, evmAddress, phone, site, solana, solanaAddress } from './asked.js'
import { fromBase58, toBase58 } from './base58.js'
import type { Dapp, Environment, Shown, Wallet } from './types.js'
import { check, failure, until } from './until.js'

/** A site and a wallet, and the session that the cells of a row share. */
export interface Meeting {
  readonly environment: Environment
  readonly dapp: Dapp
  readonly wallet: Wallet
  session?: Shown
}

/** One column of the matrix. Those of a row run one after the other. */
export interface Cell {
  readonly name: string
  readonly run: (meeting: Meeting) => Promise<void>
}

const field = (value: unknown, name: string): string => {
  const found: unknown = Reflect.get(Object(value), name)
  check(typeof found === 'string', `'${name}' is a text`)
  return found
}

async function pair(meeting: Meeting): Promise<Shown> {
  const { dapp, wallet } = meeting
  wallet.mood = 'agree'
  const { uri, approval } = await dapp.connect()
  await wallet.scan(uri)
  const session = await approval
  await until(() => wallet.sessions().some(({ topic }) => topic === session.topic), 'the wallet has the session')
  meeting.session = session
  return session
}

/** The row's session; a new one where an earlier cell has ended it. */
const paired = async (meeting: Meeting) => meeting.session ?? pair(meeting)

async function gone(meeting: Meeting, topic: string) {
  const { dapp, wallet } = meeting
  await until(
    () => ![...dapp.sessions(), ...wallet.sessions()].some((session) => session.topic === topic),
    'both have forgotten the session',
  )
  delete meeting.session
}

const hello = '0x68656c6c6f'

async function sign({ dapp }: Meeting, topic: string) {
  const signature = await dapp.request({ topic, chainId: ethereum, method: 'personal_sign', params: [hello, evmAddress] })
  check(isHex(signature), 'the signature is hexadecimal')
  check(await verifyMessage({ address: evmAddress, message: { raw: hello }, signature }), 'the signature is that of the account')
}

export const cells: readonly Cell[] = [
  {
    name: 'reject: a proposal that the wallet declines is heard',
    async run({ dapp, wallet }) {
      wallet.mood = 'decline'
      const { uri, approval } = await dapp.connect()
      const refused = failure(approval)
      await wallet.scan(uri)
      const said = await refused
      check(/reject|declined/i.test(said), `it was declined: ${said}`)
    },
  },
  {
    name: 'pair and approve: both name each other, and have the accounts of three namespaces',
    async run(meeting) {
      const { topic, accounts: seen, peer } = await pair(meeting)
      check(peer === phone.name, `the site sees the wallet's name: ${peer}`)
      check(meeting.wallet.sessions().find((one) => one.topic === topic)?.peer === site.name, `the wallet sees the site's name`)
      check(seen.toSorted().join() === accounts.toSorted().join(), `the accounts are those of the wallet: ${seen.join()}`)
    },
  },
  {
    name: 'sign: in each of the three namespaces',
    async run(meeting) {
      const { topic } = await paired(meeting)
      await sign(meeting, topic)
      const message = new TextEncoder().encode('hello')
      const params = { message: toBase58(message), pubkey: solanaAddress }
      const signed = await meeting.dapp.request({ topic, chainId: solana, method: 'solana_signMessage', params })
      const key = await crypto.subtle.importKey('raw', fromBase58(solanaAddress), 'Ed25519', false, ['verify'])
      check(
        await crypto.subtle.verify('Ed25519', key, fromBase58(field(signed, 'signature')), message),
        'the Solana signature is that of the account',
      )
      const answer = await meeting.dapp.request({
        topic,
        chainId: bitcoin,
        method: 'signMessage',
        params: { account: bitcoinAddress, message: 'hello' },
      })
      check(
        field(answer, 'address') === bitcoinAddress && /^[\da-f]{130}$/.test(field(answer, 'signature')),
        'there is a Bitcoin signature',
      )
    },
  },
  {
    name: 'send: the transaction is on the chain',
    async run(meeting) {
      const { topic } = await paired(meeting)
      const params = [{ from: evmAddress, to: evmAddress, value: '0x1' }]
      const hash = await meeting.dapp.request({ topic, chainId: ethereum, method: 'eth_sendTransaction', params })
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getTransactionByHash', params: [hash] })
      const answer: unknown = await (
        await fetch(meeting.environment.nodeUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      ).json()
      check(field(Reflect.get(Object(answer), 'result'), 'from') === evmAddress.toLowerCase(), 'the transaction is that of the account')
    },
  },
  {
    name: 'reject: a request that the wallet declines is declined, and the next one is not',
    async run(meeting) {
      const { topic } = await paired(meeting)
      meeting.wallet.mood = 'decline'
      const said = await failure(meeting.dapp.request({ topic, chainId: ethereum, method: 'personal_sign', params: [hello, evmAddress] }))
      check(/reject|declined/i.test(said), `it was declined: ${said}`)
      meeting.wallet.mood = 'agree'
      await sign(meeting, topic)
    },
  },
  {
    name: 'extend: it lasts longer for both',
    async run(meeting) {
      const { topic, expiry } = await paired(meeting)
      // Expiry is in whole seconds.
      await until(() => Math.floor(Date.now() / 1000) + 7 * 86_400 > expiry, 'a second has passed')
      await meeting.wallet.extend(topic)
      const later = (side: Dapp | Wallet) => (side.sessions().find((session) => session.topic === topic)?.expiry ?? 0) > expiry
      await until(() => later(meeting.dapp) && later(meeting.wallet), 'both have a later expiry')
    },
  },
  {
    name: 'event: what happens in the wallet arrives, and both answer a ping',
    async run(meeting) {
      const { dapp, wallet } = meeting
      const { topic } = await paired(meeting)
      await wallet.emit(topic, { name: 'chainChanged', data: 8453, chainId: base })
      await until(
        () => dapp.events.some(({ name, data, chainId }) => name === 'chainChanged' && data === 8453 && chainId === base),
        'the event has arrived',
      )
      await Promise.all([dapp.ping(topic), wallet.ping(topic)])
    },
  },
  {
    name: 'update: a chain that is taken away cannot be used any more',
    async run(meeting) {
      const { dapp, wallet } = meeting
      const { topic } = await paired(meeting)
      await wallet.dropChain(topic, base)
      await until(() => dapp.sessions().find((session) => session.topic === topic)?.accounts.length === 3, 'the site has one account less')
      await failure(dapp.request({ topic, chainId: base, method: 'personal_sign', params: [hello, evmAddress] }))
      await sign(meeting, topic)
    },
  },
  {
    name: 'R12: a wallet that was offline answers what was asked meanwhile, once',
    async run(meeting) {
      const { dapp, wallet, environment } = meeting
      const { topic } = await paired(meeting)
      await wallet.settled()
      await wallet.offline()
      const before = wallet.asked().length
      const published = await environment.published()
      const signing = dapp.request({ topic, chainId: ethereum, method: 'personal_sign', params: [hello, evmAddress] })
      signing.catch(() => {})
      await until(async () => (await environment.published()) > published, 'the relay has the request')
      check(wallet.asked().length === before, 'nothing has arrived while it was offline')
      await wallet.online()
      check(isHex(await signing), 'it was signed')
      check(wallet.asked().length === before + 1, 'it was asked once')
    },
  },
  {
    name: 'R12: when every socket is dropped, requests go on',
    async run(meeting) {
      const { topic } = await paired(meeting)
      await meeting.wallet.settled()
      await meeting.environment.drop()
      await sign(meeting, topic)
    },
  },
  {
    name: 'restart: both have their session from storage, and what was waiting is answered',
    async run(meeting) {
      const { dapp, wallet } = meeting
      const { topic } = await paired(meeting)
      wallet.mood = 'ignore'
      const before = wallet.asked().length
      const signing = dapp.request({ topic, chainId: ethereum, method: 'personal_sign', params: [hello, evmAddress] })
      signing.catch(() => {})
      await until(() => wallet.asked().length > before, 'the request has arrived')
      wallet.mood = 'agree'
      await wallet.restart()
      check(isHex(await signing), 'it was signed after the restart')
      await dapp.restart()
      check(
        dapp.sessions().some((session) => session.topic === topic),
        'the site still has the session',
      )
      await sign(meeting, topic)
    },
  },
  {
    name: 'delete: the wallet ends the session',
    async run(meeting) {
      const { topic } = await paired(meeting)
      await meeting.wallet.disconnect(topic)
      await gone(meeting, topic)
    },
  },
  {
    name: 'delete: the site ends the session',
    async run(meeting) {
      const { topic } = await paired(meeting)
      await meeting.dapp.disconnect(topic)
      await gone(meeting, topic)
    },
  },
  {
    name: 'again: a wallet that has agreed before is asked over the same pairing, without a code',
    async run(meeting) {
      const { topic } = await paired(meeting)
      const session = await meeting.dapp.connectAgain()
      check(session.topic !== topic, 'it is another session')
      await until(() => meeting.wallet.sessions().some((one) => one.topic === session.topic), 'the wallet has the session')
      await sign(meeting, session.topic)
      await meeting.dapp.disconnect(session.topic)
      await gone(meeting, session.topic)
      await meeting.wallet.disconnect(topic)
      await gone(meeting, topic)
    },
  },
  {
    name: 'one click: a wallet that declines is heard',
    async run({ dapp, wallet }) {
      wallet.mood = 'decline'
      const { uri, approval } = await dapp.authenticate()
      const refused = failure(approval)
      await wallet.scan(uri)
      const said = await refused
      check(/reject|declined|disapproved/i.test(said), `it was declined: ${said}`)
    },
  },
  {
    name: 'one click: connected and signed in at once',
    async run(meeting) {
      const { dapp, wallet } = meeting
      wallet.mood = 'agree'
      const { uri, approval } = await dapp.authenticate()
      await wallet.scan(uri)
      const { topic, issuers, signed = [] } = await approval
      check(issuers.includes(`did:pkh:${ethereum}:${evmAddress}`), `the account has signed in: ${issuers.join()}`)
      for (const { message, signature } of signed) {
        check(isHex(signature), 'the signature is hexadecimal')
        check(
          await verifyMessage({ address: evmAddress, message, signature }),
          'the text that the site rebuilds is the one that was signed',
        )
      }
      check(topic !== undefined, 'there is a session')
      await sign(meeting, topic)
      await dapp.disconnect(topic)
      await gone(meeting, topic)
    },
  },
]
