import { afterEach, expect, test, vi } from 'vitest'
import { currentDevice, deviceFrom, type Device, type NavigatorFacts } from './device.js'

const windowsChrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'
const macSafari = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15'
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko)'

test.each<[string, NavigatorFacts, Omit<Device, 'telegram'>]>([
  [
    'a laptop with a touch screen is not mobile',
    { userAgent: windowsChrome, maxTouchPoints: 10, userAgentData: { mobile: false } },
    { mobile: false, platform: 'windows', browser: 'chrome' },
  ],
  ['Chrome is not Safari, though it says so', { userAgent: windowsChrome }, { mobile: false, platform: 'windows', browser: 'chrome' }],
  [
    'Edge is neither Chrome nor Safari',
    { userAgent: `${windowsChrome} Edg/131.0.0.0` },
    { mobile: false, platform: 'windows', browser: 'edge' },
  ],
  ['a Mac', { userAgent: macSafari, maxTouchPoints: 0 }, { mobile: false, platform: 'mac', browser: 'safari' }],
  ['an iPad that says it is a Mac', { userAgent: macSafari, maxTouchPoints: 5 }, { mobile: true, platform: 'ios', browser: 'safari' }],
  [
    'an iPhone',
    { userAgent: `${iphone} Version/18.1 Mobile/15E148 Safari/604.1`, maxTouchPoints: 5 },
    { mobile: true, platform: 'ios', browser: 'safari' },
  ],
  [
    'Chrome on an iPhone',
    { userAgent: `${iphone} CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1` },
    { mobile: true, platform: 'ios', browser: 'chrome' },
  ],
  [
    'Firefox on an iPhone',
    { userAgent: `${iphone} FxiOS/133.0 Mobile/15E148 Safari/605.1.15` },
    { mobile: true, platform: 'ios', browser: 'firefox' },
  ],
  [
    'Edge on an iPhone',
    { userAgent: `${iphone} EdgiOS/131.0.0.0 Version/18.0 Mobile/15E148 Safari/604.1` },
    { mobile: true, platform: 'ios', browser: 'edge' },
  ],
  [
    'an Android phone',
    { userAgent: `${android} Chrome/131.0.0.0 Mobile Safari/537.36`, userAgentData: { mobile: true } },
    { mobile: true, platform: 'android', browser: 'chrome' },
  ],
  [
    'an Android tablet, which its browser does not call mobile',
    { userAgent: `${android} Chrome/131.0.0.0 Safari/537.36`, userAgentData: { mobile: false } },
    { mobile: true, platform: 'android', browser: 'chrome' },
  ],
  [
    'Edge on Android',
    { userAgent: `${android} Chrome/131.0.0.0 Mobile Safari/537.36 EdgA/131.0.0.0` },
    { mobile: true, platform: 'android', browser: 'edge' },
  ],
  [
    'Firefox on Android',
    { userAgent: 'Mozilla/5.0 (Android 15; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0' },
    { mobile: true, platform: 'android', browser: 'firefox' },
  ],
  [
    'Firefox on Linux',
    { userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0' },
    { mobile: false, platform: 'linux', browser: 'firefox' },
  ],
  [
    'a Chromebook',
    {
      userAgent: 'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
      maxTouchPoints: 10,
    },
    { mobile: false, platform: 'linux', browser: 'chrome' },
  ],
  ['something that says nothing', { userAgent: '' }, { mobile: false, platform: 'unknown', browser: 'unknown' }],
])('%s', (_, facts, device) => {
  expect(deviceFrom(facts)).toEqual({ ...device, telegram: false })
})

afterEach(() => vi.unstubAllGlobals())

test('a mini-app knows its messenger by the object on the page', () => {
  vi.stubGlobal('navigator', { userAgent: `${iphone} Mobile/15E148`, maxTouchPoints: 5 })
  vi.stubGlobal('window', {})
  expect(currentDevice()).toMatchObject({ telegram: false, platform: 'ios' })
  vi.stubGlobal('window', { TelegramWebviewProxy: {} })
  expect(currentDevice()).toMatchObject({ telegram: true, platform: 'ios' })
})

test('on a server nothing is known and nothing is assumed to be mobile', () => {
  vi.stubGlobal('navigator', undefined)
  expect(currentDevice()).toEqual({ mobile: false, platform: 'unknown', browser: 'unknown', telegram: false })
})
