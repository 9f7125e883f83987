'use client'
import { PermissionsRow } from './PermissionsRow.js'
import PermissionsView from './PermissionsView.js'

export { messages } from './locales/en/messages.js'
export { sheet } from './sheet.css.js'

export const views = { Permissions: PermissionsView }
export const entries = { 'settings.rows': PermissionsRow }
