'use client'
import { routerStore } from '@portico/core/kit'
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { usePortico } from '../PorticoProvider.js'

/** A duration token of the design, in milliseconds. The style sheet shortens it where less motion is wanted. */
export function duration(element: Element, token: string): number {
  const value = getComputedStyle(element).getPropertyValue(token)
  return value.trim().endsWith('ms') ? Number.parseFloat(value) : Number.parseFloat(value) * 1000 || 0
}

type Tiles = ReturnType<typeof tilesOf>

/**
 * Lets views come and go: the old one, as a picture of itself, fades out while the new one fades in, and the card grows or
 * shrinks from measured to measured height. A wallet that was chosen from a list, or a network, flies under its arch, and back. A new
 * change starts from where the running one stands.
 */
export function useViewMotion(
  card: RefObject<HTMLElement | null>,
  key: number | undefined,
  direction: 'forward' | 'back' | 'none',
  open: boolean,
): void {
  const portico = usePortico()
  const before = useRef<{ key: number | undefined; height: number; picture?: HTMLElement; tiles?: Tiles }>({
    key: undefined,
    height: 0,
  })
  const latest = useRef(direction) // it changes with the router, the view when its module is there
  latest.current = direction

  // The router tells before React draws: the moment to take the picture.
  useEffect(() => {
    const take = () => {
      const element = card.current
      if (!element || before.current.key === undefined) return // nothing is shown that could go
      before.current.height = element.offsetHeight
      before.current.tiles = tilesOf(element)
      before.current.picture = pictureOf(element)
    }
    return routerStore(portico).subscribe(take)
  }, [portico, card])

  useLayoutEffect(() => {
    const element = card.current
    const { key: old, height, picture, tiles = [] } = before.current
    if (open && old === key) return
    before.current = { key: open ? key : undefined, height: 0 }
    if (!element || !open || old === undefined || key === undefined) return
    // Read before anything is written: what is written has styles worked out anew.
    const easing = getComputedStyle(element).getPropertyValue('--po-ease') || 'ease'
    const [time, growing] = [duration(element, '--po-t-view'), duration(element, '--po-t-height')]
    const land = growing > 10 ? fly(element, tiles, { duration: growing * 2, easing }) : undefined // else less motion is wanted
    element.style.setProperty('--po-dir', { forward: '1', back: '-1', none: '0' }[latest.current])
    for (const part of parts(element)) part.classList.add('po-view-in')
    element.querySelector('.po-head__t')?.classList.add('po-head-in')
    if (picture) element.append(picture)
    const end = setTimeout(() => {
      picture?.remove()
      for (const moved of element.querySelectorAll('.po-view-in, .po-head-in')) moved.classList.remove('po-view-in', 'po-head-in')
    }, time + 30)

    const to = element.offsetHeight
    const grow =
      height > 0 && Math.abs(to - height) > 1
        ? element.animate([{ height: `${height}px` }, { height: `${to}px` }], { duration: growing, easing })
        : undefined
    return () => {
      clearTimeout(end)
      picture?.remove()
      land?.()
      grow?.cancel()
    }
  }, [card, key, open])
}

const parts = (card: Element) => [...card.children].filter((child) => !child.matches('.po-head, .po-toastbox, .po-view-out, .po-fly'))

/** What each tile shows, where in the card it stands, and whether under an arch. */
function tilesOf(card: HTMLElement) {
  const { left, top, width: seen } = card.getBoundingClientRect()
  const scale = card.offsetWidth / seen // a site may have zoomed its page: what is measured is zoomed, and what is set will be
  return [...card.querySelectorAll<HTMLElement>('.po-tile')].map((tile) => {
    const { x, y, width } = tile.getBoundingClientRect()
    const face = tile.querySelector('img')?.src ?? tile.innerHTML
    return { tile, face, x: (x - left) * scale, y: (y - top) * scale, width, isUnderArch: tile.closest('.po-span__b') !== null }
  })
}

/** The tile that stands under an arch in one view, and did not in the other, goes from its one place to the other. @returns what ends that */
function fly(card: HTMLElement, before: Tiles, timing: KeyframeAnimationOptions): (() => void) | undefined {
  for (const { tile, face, x, y, width, isUnderArch } of tilesOf(card)) {
    const from = before.find((one) => one.face === face && one.isUnderArch !== isUnderArch && one.width > 0)
    if (!from) continue
    const copy = tile.cloneNode(true) as HTMLElement // of an HTMLElement
    copy.classList.add('po-fly')
    copy.ariaHidden = 'true'
    copy.style.left = `${x}px`
    copy.style.top = `${y}px`
    card.append(copy)
    tile.style.visibility = 'hidden'
    const transform = `translate(${from.x - x}px,${from.y - y}px) scale(${from.width / width})`
    const land = () => {
      copy.remove()
      tile.style.visibility = ''
    }
    copy.animate([{ transform }, { transform: 'none' }], timing).onfinish = land
    return land
  }
  return undefined
}

function pictureOf(card: Element): HTMLElement {
  const picture = document.createElement('div')
  picture.className = 'po-view-out'
  picture.ariaHidden = 'true'
  picture.inert = true
  for (const part of parts(card)) {
    const copy = part.cloneNode(true)
    // What looks things up, or fills in codes and passwords, finds the real one alone.
    if (copy instanceof Element) {
      for (const element of [copy, ...copy.querySelectorAll('[id], input')])
        for (const name of ['id', 'autocomplete', 'data-autofocus']) element.removeAttribute(name)
    }
    picture.append(copy)
  }
  return picture
}

/** The wallet that has connected goes on to be the account's picture in the page's button: that comes from where the modal leaves it. */
export function becomeAccount(card: Element): void {
  // One that was left before it had connected, or a network that was changed, stays where it is.
  const from = card.parentElement?.querySelector('[data-view^=Connecting] .is-ok > .po-span__b .po-tile')?.getBoundingClientRect()
  const face = document.querySelector('.po-host__acc .po-tile')
  const to = face?.getBoundingClientRect()
  const time = duration(card, '--po-t-height') * 4
  if (!from || !to?.width || time < 40) return // less motion is wanted
  const transform = `translate(${from.x - to.x}px,${from.y - to.y}px) scale(${from.width / to.width})`
  const easing = getComputedStyle(card).getPropertyValue('--po-ease') || 'ease'
  face?.animate(
    [
      { transform, transformOrigin: '0 0' },
      { transform: 'none', transformOrigin: '0 0' },
    ],
    { duration: time, easing },
  )
}

/** Says no to closing: a short move to both sides, or nothing where less motion is wanted. */
export function shake(card: Element | null): void {
  if (!card || matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const at = (x: number) => ({ transform: `translateX(${x}px)` })
  card.animate([at(0), at(-6), at(5), at(-3), at(0)], { duration: 300, easing: 'ease-out' })
}
