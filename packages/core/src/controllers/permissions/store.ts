import { defineSlot } from '../../kit/slot.js'
import { defineStore } from '../../kit/store.js'
import type { Portico } from '../../portico/createPortico.js'
import { readItem } from '../../storage/storage.js'
import { writeItem } from '../../storage/writeItem.js'
import type { GrantedPermission } from './permission.js'
import { answerExecution, readExecutionAnswer } from './writeExecution.js'
import { readExecution } from './readExecution.js'

/** How many are remembered. */
export const permissionLimit = 50

/**
 * What this site was granted and has not seen end, the newest first. Read from storage by {@link loadPermissions}.
 * @example const granted = permissionsStore(portico).getState()
 */
export const permissionsStore = defineStore<readonly GrantedPermission[]>('permissions', () => [])

const loaded = defineSlot('permissions loaded', () => false)
/** Contexts that were in storage when it was last looked at. */
const stored = defineSlot<readonly string[]>('permissions stored', () => [])

/**
 * Reads, once, what an earlier visit was granted. What is malformed or over is left out.
 * @example
 * loadPermissions(portico)
 * const granted = permissionsStore(portico).getState()
 */
export function loadPermissions(portico: Portico): void {
  if (loaded(portico)) return
  loaded.put(portico, true)
  const known = readAll(portico)
  if (known.length > 0) permissionsStore(portico).setState(known, true)
}

/** Changes what is granted, of what is stored by now: another tab may have written since (R15). */
export function changePermissions(portico: Portico, change: (known: readonly GrantedPermission[]) => readonly GrantedPermission[]): void {
  loadPermissions(portico)
  const kept = change(readAll(portico)).slice(0, permissionLimit)
  permissionsStore(portico).setState(kept, true)
  if (writeItem(portico, 'permissions', JSON.stringify(answerExecution(kept)))) stored.put(portico, contextsOf(kept))
}

/** What is stored, and what only this page knows. What was stored and is no more, another tab has taken back. */
function readAll(portico: Portico): readonly GrantedPermission[] {
  const remembered = parse(readItem(portico, 'permissions'))
  const known = [...stored(portico), ...contextsOf(remembered)]
  stored.put(portico, contextsOf(remembered))
  const own = permissionsStore(portico).getState()
  return [...own.filter(({ context }) => !known.includes(context)), ...remembered]
}

const contextsOf = (permissions: readonly GrantedPermission[]) => permissions.map(({ context }) => context)

/** Whether its time has not passed, by this device's clock. */
export const isCurrent = ({ permission: { expiry } }: GrantedPermission): boolean => expiry * 1000 > Date.now()

function parse(text: string | null): readonly GrantedPermission[] {
  try {
    const entries: unknown = JSON.parse(text ?? '[]')
    if (!Array.isArray(entries)) return []
    return entries
      .slice(0, permissionLimit)
      .flatMap((each: unknown) => parseOne(each))
      .filter(isCurrent)
  } catch {
    return []
  }
}

function parseOne(entry: unknown): readonly GrantedPermission[] {
  try {
    const { context: _, dependencies: __, delegationManager: ___, ...asked } = Object(entry) as Readonly<Record<string, unknown>>
    return readExecutionAnswer([entry], readExecution([asked]))
  } catch {
    return []
  }
}

declare module '../../router/views.js' {
  interface PorticoViews {
    /** What the site was allowed to do with the account by itself (ERC-7715). */
    Permissions: undefined
  }
}
