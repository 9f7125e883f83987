import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DappDriver, WalletDriver } from './drivers.js'
import { address, approved, base, bitcoin, ethereum, solana, until } from './parties.js'

/** What of a relay the scenarios use. */
export interface ScenarioRelay {
  readonly url: string
  /** Ends every connection, as a restart would. */
  readonly drop: () => void
  readonly close: () => Promise<void>
}

export interface Cell {
  readonly name: string
  readonly relay: () => Promise<ScenarioRelay>
  readonly dapp: (relayUrl: string) => Promise<DappDriver>
  readonly wallet: (relayUrl: string) => Promise<WalletDriver>
}

/** One cell of the matrix: what a site and a wallet do with each other, from pairing to goodbye. */
export function describeCell({ name, relay: startRelay, dapp: startDapp, wallet: startWallet }: Cell) {
  describe(name, () => {
    let relay: ScenarioRelay
    let dapp: DappDriver
    let wallet: WalletDriver
    beforeAll(async () => {
      relay = await startRelay()
      dapp = await startDapp(relay.url)
      wallet = await startWallet(relay.url)
    }, 60_000)
    afterAll(async () => {
      await dapp.close()
      await wallet.close()
      await relay.close()
    })

    async function pair() {
      wallet.behaviour.proposal = 'approve'
      const { uri, approval } = await dapp.connect()
      await wallet.pair(uri)
      const session = await approval
      await until(() => wallet.sessions().some(({ topic }) => topic === session.topic))
      return session
    }
    /** The ends of sessions are in whole seconds. */
    const nextSecond = () => new Promise((resolve) => setTimeout(resolve, 1_010 - (Date.now() % 1_000)))
    const gone = (topic: string) =>
      !dapp.sessions().some((one) => one.topic === topic) && !wallet.sessions().some((one) => one.topic === topic)
    const leave = async (topic: string) => {
      await dapp.disconnect(topic)
      await until(() => gone(topic))
    }

    test('pairs, approves three chain families, and signs and sends in each', async () => {
      const { topic, accounts, peer } = await pair()
      expect(peer).toBe('Example Wallet')
      expect(accounts).toEqual(Object.values(approved).flatMap((one) => one.accounts))
      expect(wallet.sessions().find((one) => one.topic === topic)?.peer).toBe('Example Shop')
      for (const [chainId, method, params] of [
        [ethereum, 'personal_sign', ['0x68656c6c6f', address]],
        [base, 'eth_sendTransaction', [{ from: address, to: address, value: '0x1' }]],
        [solana, 'solana_signMessage', { message: 'hello' }],
        [bitcoin, 'sendTransfer', { amount: '1' }],
      ] as const) {
        await expect(dapp.request({ topic, chainId, method, params })).resolves.toBe(`did ${method}`)
      }
      await leave(topic)
    })

    test('a wallet that says no is heard, and the next proposal is a new one', async () => {
      wallet.behaviour.proposal = 'reject'
      const { uri, approval } = await dapp.connect()
      const refused = expect(approval).rejects.toThrow(/reject|declined/i)
      await wallet.pair(uri)
      await refused
      await leave((await pair()).topic)
    })

    test('a request that the wallet declines is declined, and the next one is not', async () => {
      const { topic } = await pair()
      const { answer } = wallet.behaviour
      wallet.behaviour.answer = () => ({ error: { code: 5000, message: 'User rejected.' } })
      await expect(dapp.request({ topic, chainId: ethereum, method: 'personal_sign', params: [] })).rejects.toThrow(/reject|declined/i)
      wallet.behaviour.answer = answer
      await expect(dapp.request({ topic, chainId: ethereum, method: 'personal_sign', params: [] })).resolves.toBe('did personal_sign')
      await leave(topic)
    })

    test('an update changes what the site may use', async () => {
      const { topic } = await pair()
      const eip155 = {
        ...approved['eip155'],
        chains: [ethereum],
        accounts: [`${ethereum}:${address}`],
        methods: ['personal_sign'],
        events: ['chainChanged'],
      }
      await wallet.update(topic, { ...approved, eip155 })
      await until(() => dapp.sessions().find((one) => one.topic === topic)?.accounts.length === 3)
      await expect(dapp.request({ topic, chainId: base, method: 'personal_sign', params: [] })).rejects.toThrow()
      await leave(topic)
    })

    test('an extension lasts for both', async () => {
      const { topic, expiry } = await pair()
      await nextSecond()
      await wallet.extend(topic)
      await until(() => (dapp.sessions().find((one) => one.topic === topic)?.expiry ?? 0) > expiry)
      await leave(topic)
    })

    test('the site, too, may extend', async () => {
      const { topic, expiry } = await pair()
      await nextSecond()
      await dapp.extend(topic)
      await until(() => [dapp, wallet].every((one) => (one.sessions().find((session) => session.topic === topic)?.expiry ?? 0) > expiry))
      await leave(topic)
    })

    test('events of the wallet arrive', async () => {
      const { topic } = await pair()
      await wallet.emit(topic, { name: 'chainChanged', data: 8453, chainId: base })
      await until(() => dapp.events.some(({ name, data, chainId }) => name === 'chainChanged' && data === 8453 && chainId === base))
      await leave(topic)
    })

    test('both answer a ping', async () => {
      const { topic } = await pair()
      await dapp.ping(topic)
      await wallet.ping(topic)
      await leave(topic)
    })

    test('the wallet ends the session', async () => {
      const { topic } = await pair()
      await wallet.disconnect(topic)
      await until(() => gone(topic))
    })

    test('R12: a wallet that was away gets the request when it is back, once', async () => {
      const { topic } = await pair()
      await wallet.offline()
      const before = wallet.asked.length
      const answer = dapp.request({ topic, chainId: ethereum, method: 'personal_sign', params: ['0x01'] })
      await new Promise((resolve) => setTimeout(resolve, 150))
      await wallet.online()
      await expect(answer).resolves.toBe('did personal_sign')
      expect(wallet.asked.length).toBe(before + 1)
      await leave(topic)
    })

    test('R12: a site that was away gets the answer when it is back', async () => {
      const { topic } = await pair()
      const { answer } = wallet.behaviour
      let respond = () => {}
      const held = new Promise<void>((resolve) => (respond = resolve))
      wallet.behaviour.answer = () => {
        respond()
        return { result: 'late' }
      }
      const promise = dapp.request({ topic, chainId: ethereum, method: 'personal_sign', params: ['0x02'] })
      await held
      await dapp.offline()
      await new Promise((resolve) => setTimeout(resolve, 150))
      await dapp.online()
      await expect(promise).resolves.toBe('late')
      wallet.behaviour.answer = answer
      await leave(topic)
    })

    test('R12: when every socket drops, requests go on', async () => {
      const { topic } = await pair()
      const noticed = dapp.noticed()
      relay.drop()
      await noticed
      await expect(dapp.request({ topic, chainId: ethereum, method: 'personal_sign', params: ['0x03'] })).resolves.toBe('did personal_sign')
      await leave(topic)
    }, 60_000)

    test('one click connects and signs in', async () => {
      wallet.behaviour.proposal = 'approve'
      const { uri, approval } = await dapp.authenticate()
      await wallet.pair(uri)
      const { topic, issuers } = await approval
      expect(issuers).toContain(`did:pkh:${ethereum}:${address}`)
      if (!topic) throw new Error('There is no session.')
      await expect(dapp.request({ topic, chainId: ethereum, method: 'personal_sign', params: ['0x04'] })).resolves.toBe('did personal_sign')
      await leave(topic)
    })

    test('a wallet that will not sign in is heard', async () => {
      wallet.behaviour.proposal = 'reject'
      const { uri, approval } = await dapp.authenticate()
      const refused = expect(approval).rejects.toThrow(/reject|declined/i)
      await wallet.pair(uri)
      await refused
    })

    test('sessions outlive a restart of both, and what was waiting is still answered', async () => {
      const { topic } = await pair()
      const { answer } = wallet.behaviour
      wallet.behaviour.answer = () => undefined
      const before = wallet.asked.length
      const promise = dapp.request({ topic, chainId: ethereum, method: 'personal_sign', params: ['0x05'] })
      await until(() => wallet.asked.length > before)
      wallet.behaviour.answer = answer
      await wallet.restart()
      await expect(promise).resolves.toBe('did personal_sign')
      await dapp.restart()
      expect(dapp.sessions().map((one) => one.topic)).toContain(topic)
      await expect(dapp.request({ topic, chainId: solana, method: 'solana_signMessage', params: {} })).resolves.toBe(
        'did solana_signMessage',
      )
      await leave(topic)
    })
  })
}
