import type { HeadlessWallet } from '../wallet/types.js'
import type { FaceBridge } from './bridge.js'

/** The part of Playwright's `Frame` that is used. */
export interface WalletFrame {
  url(): string
  evaluate(expression: string): Promise<unknown>
}

interface Bindable {
  exposeBinding(name: string, callback: (source: { readonly frame: { url(): string } }, text: string) => Promise<string>): Promise<unknown>
  addInitScript(script: { content: string }): Promise<unknown>
}

/** The part of Playwright's `Page` that is used. */
export interface WalletPage extends Bindable {
  frames(): readonly WalletFrame[]
}

/** The part of Playwright's `BrowserContext` that is used. */
export interface WalletBrowserContext extends Bindable {
  pages(): readonly WalletPage[]
}

/** Puts the page's end of a bridge into a page, or into every page of a context, and carries requests and events across. */
export async function installBridge(
  target: WalletPage | WalletBrowserContext,
  bridge: FaceBridge,
  listen: HeadlessWallet['listen'],
): Promise<void> {
  await target.exposeBinding(bridge.binding, ({ frame }, text) => bridge.answer(originOf(frame.url()), text))
  await target.addInitScript({ content: bridge.script })
  listen(({ event, payload, isFor }) => {
    const expression = bridge.deliver(event, payload)
    const pages = 'pages' in target ? target.pages() : [target]
    for (const frame of pages.flatMap((page) => page.frames())) {
      // A frame that is closed or on its way elsewhere has nobody left to tell; the next document asks anew.
      if (isFor(originOf(frame.url()))) void frame.evaluate(expression).catch(() => {})
    }
  })
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'null'
}
