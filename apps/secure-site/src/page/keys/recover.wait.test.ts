import { describe, expect, test, vi } from 'vitest'
import type { KeyApi } from './api.js'
import { failure, onStoppedClock } from './browser.test.helper.js'
import { fakeServices, refused } from './services.test.helper.js'

const byMail = { onMatch: () => {}, signal: new AbortController().signal }

/** A wallet that is there, and another browser of its owner, whose calls of the vault are changed. */
async function another(change: (vault: KeyApi['vault']) => Partial<KeyApi['vault']> = () => ({})) {
  const services = await fakeServices()
  await services.visitor().keys.open()
  const { keys } = services.visitor({ calls: (api) => ({ ...api, vault: { ...api.vault, ...change(api.vault) } }) })
  await keys.open()
  await keys.settled()
  return { services, keys }
}

describe('a vault that does not answer at once', () => {
  test.each([
    ['of its own, a second later', () => refused('http-502')],
    ['of the network, a second later', () => new TypeError('fetch failed')],
  ])('is asked again after a failure %s', async (_, error) => {
    let failures = 2
    const wait: (vault: KeyApi['vault']) => KeyApi['vault']['wait'] = (vault) => (asked, signal) =>
      failures-- > 0 ? Promise.reject(error()) : vault.wait(asked, signal)
    const { keys } = await another((vault) => ({ wait: wait(vault) }))
    const { seconds, failed } = await onStoppedClock(() => keys.recoverByMail(byMail))
    expect([seconds, failed]).toEqual([2, 'no failure'])
    expect(await keys.signs()).toBe('lasting')
  })

  test('is given up when the link is void', async () => {
    const wait = vi.fn<KeyApi['vault']['wait']>(() => Promise.reject(refused('http-502')))
    const { keys } = await another(() => ({ wait }))
    const { took, failed } = await onStoppedClock(() => keys.recoverByMail(byMail))
    expect(failed).toMatchObject({ code: 'http-502' })
    expect(took).toBeGreaterThan(60_000)
    expect(took).toBeLessThan(75_000)
    expect(wait.mock.calls.length).toBeGreaterThan(50)
  })

  test('that lets out within two minutes is waited for, and its link is good for as long again', async () => {
    let asked = 0
    const wait: (vault: KeyApi['vault']) => KeyApi['vault']['wait'] = (vault) => async (recovery, signal) => {
      asked += 1
      if (asked === 1) return { status: 'delayed', seconds: 120 }
      if (asked < 100) throw refused('http-502')
      return await vault.wait(recovery, signal)
    }
    const { keys } = await another((vault) => ({ wait: wait(vault) }))
    const { took, failed } = await onStoppedClock(() => keys.recoverByMail(byMail))
    expect(failed).toBe('no failure')
    expect(took).toBeGreaterThan(90_000)
    expect(await keys.signs()).toBe('lasting')
  })

  test('is given up when the time after the delay is over, too', async () => {
    let asked = 0
    const wait: KeyApi['vault']['wait'] = async () => {
      asked += 1
      if (asked === 1) return { status: 'delayed', seconds: 20 }
      throw refused('http-502')
    }
    const { keys } = await another(() => ({ wait }))
    const { took, failed } = await onStoppedClock(() => keys.recoverByMail(byMail))
    expect(failed).toMatchObject({ code: 'http-502' })
    expect(took).toBeGreaterThan(80_000)
    expect(took).toBeLessThan(95_000)
  })

  test('is asked at once again while the owner reads the mail', async () => {
    const { services, keys } = await another()
    services.vault.answers.push(...Array.from({ length: 5 }, () => () => ({ status: 'pending' }) as const))
    const { seconds, failed } = await onStoppedClock(() => keys.recoverByMail(byMail))
    expect([seconds, failed]).toEqual([0, 'no failure'])
    expect(await keys.signs()).toBe('lasting')
  })

  test('who turns away is not kept by a failure', async () => {
    const abort = new AbortController()
    const wait: KeyApi['vault']['wait'] = () => {
      abort.abort()
      return Promise.reject(new TypeError('fetch failed'))
    }
    const { keys } = await another(() => ({ wait }))
    expect(await failure(keys.recoverByMail({ onMatch: () => {}, signal: abort.signal }))).toMatchObject({ message: 'fetch failed' })
  })
})
