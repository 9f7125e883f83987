'use client'
import { quick } from './quick.js'
import SwapPreviewView from './SwapPreviewView.js'
import SwapProgressView from './SwapProgressView.js'
import SwapSelectTokenView from './SwapSelectTokenView.js'
import SwapSettingsView from './SwapSettingsView.js'
import SwapView from './SwapView.js'

export { messages } from './locales/en/messages.js'
export { sheet } from './sheet.css.js'

export const views = {
  Swap: SwapView,
  SwapSelectToken: SwapSelectTokenView,
  SwapSettings: SwapSettingsView,
  SwapPreview: SwapPreviewView,
  SwapProgress: SwapProgressView,
}

export const entries = { 'account.quick': quick }
