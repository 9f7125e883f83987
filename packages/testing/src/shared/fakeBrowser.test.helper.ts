/// <reference types="node" />
import { runInNewContext } from 'node:vm'
import { vi } from 'vitest'
import type { WalletBrowserContext, WalletFrame, WalletPage } from './install.js'

type Binding = Parameters<WalletPage['exposeBinding']>[1]

export interface FakePage extends WalletPage {
  /** Loads a document: a fresh realm in which the init scripts run first. */
  load(url: string): FakeDocument
}

export interface FakeDocument {
  readonly window: EventTarget & { ethereum?: unknown }
  /** What came with the events of this type while the init scripts ran: EIP-6963's, or those of the Wallet Standard. */
  heard(type: 'eip6963:announceProvider' | 'wallet-standard:register-wallet'): readonly unknown[]
}

/** The two ways into a page that a bridge uses, over realms of their own, so that only text can cross. */
export function fakeContext(): WalletBrowserContext & { open(): FakePage } {
  const bindings = new Map<string, Binding>()
  const scripts: string[] = []
  const pages: FakePage[] = []
  const shared = {
    exposeBinding: async (name: string, callback: Binding) => void bindings.set(name, callback),
    addInitScript: async ({ content }: { content: string }) => void scripts.push(content),
  }
  const open = () => {
    let frame: WalletFrame = { url: () => 'about:blank', evaluate: () => Promise.reject(new Error('no document')) }
    const page: FakePage = {
      ...shared,
      frames: () => [frame],
      load(url) {
        const target = new EventTarget()
        const globals = { EventTarget, CustomEvent, Event, setTimeout, clearTimeout, reportError: vi.fn() }
        const window = Object.assign(target, globals, { document: {} })
        Object.assign(window, { window, globalThis: window })
        const source = { frame: { url: () => url } }
        for (const [name, callback] of bindings) Object.assign(window, { [name]: (text: string) => callback(source, text) })
        const heard: { readonly type: string; readonly detail: unknown }[] = []
        for (const type of ['eip6963:announceProvider', 'wallet-standard:register-wallet']) {
          window.addEventListener(type, (event) => heard.push({ type, detail: Reflect.get(event, 'detail') }))
        }
        const realm = Object.assign(Object.create(null), globals, { window })
        for (const script of scripts) runInNewContext(script, realm)
        frame = { url: () => url, evaluate: async (expression) => runInNewContext(expression, realm) }
        return { window, heard: (type) => heard.filter((one) => one.type === type).map(({ detail }) => detail) }
      },
    }
    pages.push(page)
    return page
  }
  return { ...shared, pages: () => pages, open }
}
