import type { LinkDevice } from './links.js'
import { safeWalletLink } from './safeLink.js'

/**
 * Opens a link of `walletLink`, `walletWebLink`, `walletHomeLink` or `browserLink`. Call it in the moment of a tap, before
 * anything is awaited: a phone opens no app later than that. A native link takes this page's place, which the app covers; an
 * https link gets a context of its own that knows nothing of this page. Inside Telegram the app itself is asked, where it can be.
 * @example
 * const link = walletLink(wallet, uri, { device: currentDevice() })
 * const isOpen = link !== undefined && openWalletLink(link, currentDevice())
 * @returns whether it was opened, as far as a browser tells: false for a link that may not be (S19), without a window, and
 * where the browser lets no page open a window now. The view then shows the link, to be tapped or copied.
 */
export function openWalletLink(href: string, device: LinkDevice): boolean {
  if (typeof window === 'undefined') return false
  const native = safeWalletLink(href, 'native')
  const link = native ?? safeWalletLink(href, 'https')
  if (!link) return false
  // With `noopener` a browser answers null, opened or not, so its permission is asked instead.
  const isAllowed = typeof navigator === 'undefined' || navigator.userActivation?.isActive !== false
  try {
    if (device.telegram && !native && openInTelegram(link)) return true
    if (native && !device.telegram) window.open(link, '_self')
    else window.open(link, '_blank', 'noopener,noreferrer')
    return native ? true : isAllowed
  } catch {
    return false
  }
}

/** Hands an https link to the Telegram app. Its API is what the page's own script of Telegram put there, if anything. */
function openInTelegram(link: string): boolean {
  const app = member(member(window, 'Telegram'), 'WebApp')
  const openLink = member(app, 'openLink')
  if (typeof openLink !== 'function') return false
  try {
    openLink.call(app, link)
    return true
  } catch {
    return false
  }
}

const member = (of: unknown, name: string): unknown => (typeof of === 'object' && of !== null ? Reflect.get(of, name) : undefined)
