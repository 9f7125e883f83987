'use client'
import type { Portico } from '@portico/core'
import { currentEntry, routerStore } from '@portico/core/kit'
import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import type { Feature } from './features/feature.js'
import { chooseFeatures } from './features/registered.js'
import type { BuiltInFeature } from '@portico/core/kit'
import { forbidPrefetch, loadModal, prefetchModal, whenModalLoaded, type ModalModule } from './loadModal.js'
import type { ViewOptions } from './modal/ViewOptionsContext.js'
import { pressStore } from './press.js'
import { usePortico } from './PorticoProvider.js'
import { whenIdle } from './whenIdle.js'

export interface ModalProps extends ViewOptions {
  /** Parts of the modal beside the built-in ones. A view of theirs takes the place of a built-in one of the same name. */
  readonly features?: readonly Feature[]
  /** Built-in parts to leave out, by id: what would lead to them is not shown. Their code is never fetched. */
  readonly without?: readonly BuiltInFeature[]
  /**
   * When the modal's code is fetched: when the page is `idle` after its own load (not where the visitor saves data, on 2g, or with
   * 1 GiB of memory or less), on `intent` (pointer, touch or focus at a button, which fetches in any case but `none`), or with `none`
   * on the press alone. Default 'idle'.
   */
  readonly prefetch?: Prefetch
  /**
   * Whether it is open, where the site keeps that itself. It opens on Connect, or for a connected visitor on the account; what else
   * opens or closes it is told by `onOpenChange`. Left out: the modal keeps it.
   */
  readonly open?: boolean
  /** Called when it opens or closes, whoever did it, and with false where its code does not come. */
  readonly onOpenChange?: (open: boolean) => void
}

export type Prefetch = 'idle' | 'intent' | 'none'

/**
 * The modal. Render it once, anywhere below the provider: it shows when a button, or `openModal`, asks for it.
 * @example <Modal terms="/terms" without={['swap']} />
 */
export function Modal(props: ModalProps) {
  const { features, without, prefetch = 'idle', open, onOpenChange } = props
  const portico = usePortico()
  const [Root, setRoot] = useState<ComponentType<ModalProps>>()

  const left = without?.join(' ') // one string, for the effect: a host may write another array each time
  useEffect(() => chooseFeatures(portico, { features: features ?? [], without: left?.split(' ') ?? [] }), [portico, features, left])
  useEffect(() => {
    if (prefetch === 'none') return forbidPrefetch(portico)
    if (prefetch !== 'idle') return
    const abort = new AbortController()
    whenIdle(() => prefetchModal(portico), abort.signal)
    return () => abort.abort()
  }, [portico, prefetch])
  useEffect(() => {
    const take = ({ ModalRoot }: ModalModule) => setRoot(() => ModalRoot)
    // Mounted as soon as it is there, not on the click: its element and its sheet are then ready, and only the view is left to draw.
    const forget = whenModalLoaded(portico, take)
    if (Root) return forget
    // Followed here and not as state: opening must not draw the modal anew.
    let asked = false
    let gone = false
    const come = (module: ModalModule) => (gone ? module.leave(portico) : take(module))
    const follow = () => {
      const before = asked
      asked = currentEntry(routerStore(portico).getState()) !== undefined
      if (asked && !before) loadModal(portico).then(come, (error: unknown) => giveUp(portico, error))
    }
    follow()
    const end = routerStore(portico).subscribe(follow)
    return () => {
      gone = true
      forget()
      end()
    }
  }, [portico, Root])

  useEffect(() => {
    if (!open) return
    let over = false
    loadModal(portico).then(
      ({ ModalRoot }) => setRoot(() => ModalRoot), // which opens itself
      (error: unknown) => {
        if (over) return
        giveUp(portico, error)
        onOpenChange?.(false) // nothing is
      },
    )
    return () => {
      over = true
    }
  }, [portico, open, onOpenChange])

  return Root ? <Root {...props} /> : null
}

/** Nothing can be shown, so nothing stays half open: the button says so, and the next press tries again. */
function giveUp(portico: Portico, error: unknown) {
  pressStore(portico).setState(({ failures }) => ({ status: 'failed', failures: failures + 1 }))
  routerStore(portico).setState({ history: [] })
  console.error('Portico: the modal did not load', error)
}
