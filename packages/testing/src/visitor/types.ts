/** What a visitor needs of a page: Playwright's `Page` fits. */
export interface VisitorPage {
  locator: (selector: string) => VisitorLocator
  getByRole: (role: 'button', options: { name: string | RegExp; exact?: boolean }) => VisitorLocator
  frameLocator: (selector: string) => VisitorFrame
  waitForEvent: (event: 'popup', options?: { timeout?: number }) => Promise<VisitorPage>
  close: () => Promise<void>
}

export interface VisitorFrame {
  locator: VisitorPage['locator']
}

export interface VisitorLocator {
  first: () => VisitorLocator
  click: (options?: { timeout?: number }) => Promise<void>
  hover: (options?: { timeout?: number }) => Promise<void>
  fill: (value: string, options?: { timeout?: number }) => Promise<void>
  waitFor: (options?: { state?: 'visible' | 'hidden' | 'attached' | 'detached'; timeout?: number }) => Promise<void>
  isVisible: () => Promise<boolean>
}

/** A mail of the inbox. */
export interface VisitorMail {
  readonly id: number
  readonly subject: string
  readonly text: string
  /** The six digits of a login. */
  readonly code?: string
  readonly links: readonly string[]
}

export interface VisitorOptions {
  /** The page of the dapp, with the modal's English texts. */
  readonly page: VisitorPage
  /** The sandbox's inbox, `http://127.0.0.1:8025`, or any server with its `GET /mails/next`. */
  readonly inboxUrl?: string
  /** Opens the modal. Default: presses the first button that says 'Connect'. */
  readonly open?: () => Promise<void>
  /** Who answers at the login provider. Default: presses the first of the sandbox's test people. */
  readonly atProvider?: (popup: VisitorPage) => Promise<void>
  /** Milliseconds for each step. Default 15,000. */
  readonly timeout?: number
}

export type VisitorProvider = 'google' | 'x' | 'discord' | 'apple' | 'github' | 'facebook'

/** Somebody without a wallet, who logs in and answers for it. */
export interface Visitor {
  /** Logs in with a mailed code. Resolves when the site is connected. */
  readonly logIn: (login: { readonly email: string }) => Promise<void>
  /** Logs in with a social account, in the window that opens for it. Resolves when the site is connected. */
  readonly logInWith: (provider: VisitorProvider) => Promise<void>
  /** Presses Approve, or Sign, once the wallet has seen that it is really shown. */
  readonly approve: () => Promise<void>
  readonly reject: () => Promise<void>
  /** The next mail to an address that comes after mail `after`; without it, any that is there. @throws VisitorError when none comes in time */
  readonly mail: (to: string, options?: { readonly after?: number }) => Promise<VisitorMail>
}
