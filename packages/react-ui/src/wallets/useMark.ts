'use client'
import type { Portico } from '@portico/core'
import { defineSlot, defineStore } from '@portico/core/kit'
import { useEffect } from 'react'
import { usePortico } from '../PorticoProvider.js'
import { usePorticoStore } from '../usePorticoStore.js'
import { directory } from './builtInWallets.js'

/** Marks of the built-in wallets by id, in base64; undefined until they are there. */
const marksStore = defineStore<{ readonly marks: Readonly<Record<string, string>> | undefined }>('marks', () => ({ marks: undefined }))

const loading = defineSlot<Promise<void>>('loadingMarks', (portico) =>
  import('./marks.js').then(
    ({ marks }) => marksStore(portico).setState({ marks }),
    () => {
      // Letters stand in; the next view that needs one asks again.
      marksStore(portico).setState({ marks: {} })
      loading.clear(portico)
    },
  ),
)

/** Fetches the marks, once: one small file, after what the modal itself needs. Never rejects. */
export const loadMarks = (portico: Portico): Promise<void> => loading(portico)

/**
 * The mark of a built-in wallet as an address for an `<img>`. `pending`: there may be one, and it is on its way.
 * @param id of the wallet; undefined where no mark is wanted
 * @param small one that is at hand, and good enough: nothing is fetched then
 */
export function useMark(id: string | undefined, small?: string): { readonly src?: string; readonly pending: boolean } {
  const portico = usePortico()
  const isBuiltIn = id !== undefined && directory.some((wallet) => wallet.id === id)
  // One subscription, since a list has many of these: null is none, undefined not known yet.
  const mark = usePorticoStore(marksStore, ({ marks }) => (isBuiltIn ? (small ?? (marks && (marks[id] ?? null))) : null))
  useEffect(() => {
    if (isBuiltIn && small === undefined) void loadMarks(portico)
  }, [portico, isBuiltIn, small])
  return typeof mark !== 'string' ? { pending: mark === undefined } : { src: `data:image/webp;base64,${mark}`, pending: false }
}
