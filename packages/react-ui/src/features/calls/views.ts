'use client'
import CallsView from './CallsView.js'

export { messages } from './locales/en/messages.js'
export { sheet } from './sheet.css.js'

export const views = { Calls: CallsView }
