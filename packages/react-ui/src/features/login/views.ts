'use client'
import ConnectSocialsView from './ConnectSocialsView.js'
import EmailVerifyOtpView from './EmailVerifyOtpView.js'
import EmailVerifyDeviceView from './EmailVerifyDeviceView.js'
import ConnectingSocialView from './ConnectingSocialView.js'
import ConnectingFarcasterView from './ConnectingFarcasterView.js'

export { messages } from './locales/en/messages.js'
export { sheet } from './sheet.css.js'

export const views = {
  ConnectSocials: ConnectSocialsView,
  EmailVerifyOtp: EmailVerifyOtpView,
  EmailVerifyDevice: EmailVerifyDeviceView,
  ConnectingSocial: ConnectingSocialView,
  ConnectingFarcaster: ConnectingFarcasterView,
}
