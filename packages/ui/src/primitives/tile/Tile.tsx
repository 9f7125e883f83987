'use client'
import { useEffect, useRef, useState } from 'react'
import type { CSSProperties, ImgHTMLAttributes, ReactNode } from 'react'
import { LetterArt } from '../../icons/letter.js'
import { cls } from '../cls.js'
import { safeIcon } from '../safeIcon.js'

/** After how long the local drawing stands in for a picture that is still on its way, in milliseconds. */
const patience = 600

export interface TileProps {
  /** What the tile stands for. Its first letter is drawn if nothing else can be. The name itself stands beside the tile. */
  name: string
  /** Picture from a wallet, a site or a list. Shown only if {@link safeIcon} allows it, and given up at the first error. */
  src?: unknown
  /** The picture is the host's own, so that any http: or https: address will do, its own origin's as well. */
  trusted?: boolean | undefined
  /** One of many: fetched when it comes near the view. The local drawing stands in while that takes long. */
  lazy?: boolean | undefined
  /** px; without it the style sheet decides, and the markup has no style attribute. */
  size?: number | undefined
  /** Wallets and sites are squares, networks a little rounder, tokens round, accounts an arch. */
  shape?: 'net' | 'round' | 'arch' | undefined
  /** A smaller tile in the corner. */
  badge?: ReactNode
  /** Local drawing for when there is no picture. */
  children?: ReactNode
}

/** The picture of a wallet, site, network or account. The picture of a stranger never gets to be more than an `<img>`. */
export function Tile({ name, src, trusted, lazy, size, shape, badge, children }: TileProps) {
  const [failed, setFailed] = useState<unknown>()
  const safe = trusted && typeof src === 'string' && /^https?:\/\//i.test(src) ? src : safeIcon(src)
  const shown = failed === safe ? undefined : safe
  const style: (CSSProperties & Record<'--s', number>) | undefined = size === undefined ? undefined : { '--s': size }
  const drawing = children ?? <LetterArt name={name} />
  return (
    <span className={cls('po-tile', shape && `is-${shape}`, lazy && shown && 'is-lazy')} {...(style && { style })}>
      {lazy && shown ? (
        <LazyPicture key={shown} src={shown} onError={() => setFailed(shown)}>
          {drawing}
        </LazyPicture>
      ) : shown ? (
        <Picture src={shown} onError={() => setFailed(shown)} />
      ) : (
        drawing
      )}
      {badge && <span className="po-tile__badge">{badge}</span>}
    </span>
  )
}

interface PictureProps extends Pick<ImgHTMLAttributes<HTMLImageElement>, 'src' | 'onLoad'> {
  readonly onError: () => void
}

/** One from elsewhere is fetched when it is on the screen, not where it is drawn ahead. */
const Picture = ({ src, ...rest }: PictureProps) => (
  <img
    // One of the server's page may have failed before anybody listened. A drawing without a size has no width either, and decodes.
    ref={(image) => {
      if (image?.complete && !image.naturalWidth) image.decode().catch(rest.onError)
    }}
    alt=""
    referrerPolicy="no-referrer"
    decoding="async"
    draggable={false}
    loading={src?.startsWith('data:') ? undefined : 'lazy'}
    src={src}
    {...rest}
  />
)

/** A picture, and below it, once that has taken long, what stands in. One that comes in time changes no state. */
function LazyPicture({ children, ...rest }: PictureProps & { readonly children: ReactNode }) {
  const [late, setLate] = useState(false)
  const loaded = useRef(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(!loaded.current), patience)
    return () => clearTimeout(timer)
  }, [])
  const onLoad = () => {
    loaded.current = true
    setLate(false)
  }
  return (
    <>
      {late && children}
      <Picture onLoad={onLoad} {...rest} />
    </>
  )
}

/** Four small tiles in the place of one: "and many more". */
export const Quad = ({ children }: { children: ReactNode }) => <span className="po-quad">{children}</span>
/** Small tiles in a row, each a little over the one before. */
export const Stack = ({ children }: { children: ReactNode }) => <span className="po-stack">{children}</span>
