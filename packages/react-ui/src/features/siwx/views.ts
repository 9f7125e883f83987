'use client'
import SignMessageView from './SignMessageView.js'

export { messages } from './locales/en/messages.js'
export { sheet } from './sheet.css.js'

export const views = {
  SIWXSignMessage: SignMessageView,
}
