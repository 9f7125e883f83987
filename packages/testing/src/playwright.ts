import type { AnnounceOptions } from './wallet/announce.js'
import { createBridge } from './wallet/bridge.js'
import { createWallet } from './wallet/createWallet.js'
import type { HeadlessWallet, WalletOptions } from './wallet/types.js'

/** The part of Playwright's `Frame` that is used. */
export interface WalletFrame {
  url(): string
  evaluate(expression: string): Promise<unknown>
}

interface Bindable {
  exposeBinding(
    name: string,
    callback: (source: { readonly frame: { url(): string } }, text: string) => Promise<string>,
  ): Promise<unknown>
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

/** How the wallet shows itself in the page: see {@link AnnounceOptions}. */
export interface InstallOptions {
  readonly announced?: Omit<AnnounceOptions, 'window'>
}

/**
 * Installs a wallet in a page, or in every page of a context, from their next load on. The wallet lives in this process
 * with its keys; pages get a thin EIP-1193 provider, with errors, garbage and events as they are. It outlives reloads, and
 * all pages of a context see the same wallet with the same permissions. Call it before `page.goto`.
 * @example
 * const wallet = await installWallet(context, { chains: { 1: 'http://127.0.0.1:8545' } })
 * wallet.script('personal_sign', reject())
 */
export async function installWallet(
  target: WalletPage | WalletBrowserContext,
  options: (WalletOptions & InstallOptions) | (InstallOptions & { readonly wallet: HeadlessWallet }),
): Promise<HeadlessWallet> {
  const wallet = 'wallet' in options ? options.wallet : createWallet(options)
  const bridge = createBridge(wallet, options.announced)
  await target.exposeBinding(bridge.binding, ({ frame }, text) => bridge.answer(originOf(frame.url()), text))
  await target.addInitScript({ content: bridge.script })
  wallet.listen(({ event, payload, isFor }) => {
    const expression = bridge.deliver(event, payload)
    const pages = 'pages' in target ? target.pages() : [target]
    for (const frame of pages.flatMap((page) => page.frames())) {
      // A frame that is closed or on its way elsewhere has nobody left to tell; the next document asks anew.
      if (isFor(originOf(frame.url()))) void frame.evaluate(expression).catch(() => {})
    }
  })
  return wallet
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'null'
}
