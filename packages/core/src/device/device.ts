/** What the page runs on, from what the browser says of itself. */
export interface Device {
  /** A phone or tablet. A laptop with a touch screen is neither. */
  readonly mobile: boolean
  readonly platform: 'ios' | 'android' | 'mac' | 'windows' | 'linux' | 'unknown'
  readonly browser: 'chrome' | 'safari' | 'firefox' | 'edge' | 'unknown'
  /** Inside a Telegram mini-app. */
  readonly telegram: boolean
}

/** The parts of `navigator` that are looked at. */
export interface NavigatorFacts {
  readonly userAgent: string
  readonly maxTouchPoints?: number
  readonly userAgentData?: { readonly mobile?: boolean }
}

/** Reads the facts. A pointer's precision is not one of them: touch laptops have coarse pointers. */
export function deviceFrom({ userAgent, maxTouchPoints = 0, userAgentData }: NavigatorFacts, telegram = false): Device {
  const has = (pattern: RegExp) => pattern.test(userAgent)
  // An iPad says that it is a Mac; a Mac has no touch screen.
  const ios = has(/iPhone|iPad|iPod/) || (has(/Macintosh/) && maxTouchPoints > 1)
  const android = has(/Android/)
  const platform = ios
    ? 'ios'
    : android
      ? 'android'
      : has(/Macintosh|Mac OS X/)
        ? 'mac'
        : has(/Windows/)
          ? 'windows'
          : has(/Linux|X11|CrOS/)
            ? 'linux'
            : 'unknown'
  const browser = has(/Edg(e|A|iOS)?\//)
    ? 'edge'
    : has(/Firefox\/|FxiOS/)
      ? 'firefox'
      : has(/Chrome\/|CriOS|Chromium/)
        ? 'chrome'
        : has(/Safari\//)
          ? 'safari'
          : 'unknown'
  return { mobile: userAgentData?.mobile === true || ios || android || has(/Mobi/), platform, browser, telegram }
}

/**
 * The device of this page. On a server: nothing is known, and nothing is assumed to be mobile.
 * @example const { mobile, platform } = currentDevice() // true and 'ios' on an iPhone or iPad
 */
export function currentDevice(): Device {
  if (typeof navigator === 'undefined') return { mobile: false, platform: 'unknown', browser: 'unknown', telegram: false }
  return deviceFrom(navigator, typeof window !== 'undefined' && 'TelegramWebviewProxy' in window)
}
