import type { CSSProperties } from 'react'

export interface SkeletonProps {
  /** px, or any CSS length. The width of its place by default. */
  width?: number | string | undefined
  /** px, 12 by default: the height of a line's ink. */
  height?: number | undefined
  /** CSS length of the corner; that of a line by default. */
  radius?: string | undefined
}

type Knobs = CSSProperties & Record<`--${string}`, string | number>

/** The place of what will come. Without props it takes its size from the style sheet and has no style attribute. */
export function Skeleton({ width, height, radius }: SkeletonProps) {
  const style: Knobs = {}
  if (width !== undefined) style['--w'] = typeof width === 'number' ? `${width}px` : width
  if (height !== undefined) style['--h'] = `${height}px`
  if (radius !== undefined) style['--rad'] = radius
  return <span className="po-sk" aria-hidden="true" {...(Object.keys(style).length > 0 && { style })} />
}

/** The place of a {@link ListItem}: a tile, a line and, unless `sub` is 0, a second line. Widths in px; `end` 0 leaves the end empty. */
export function SkeletonRow({ title = 112, sub = 0, end = 56, tile = 40, compact = false }: SkeletonRowProps) {
  return (
    <div className={compact ? 'po-row is-48' : 'po-row'} aria-hidden="true">
      <Skeleton width={tile} height={tile} radius="calc(var(--po-k-radius) * 2.5)" />
      <span className="po-row__m is-loading">
        <Skeleton width={title} />
        {sub > 0 && <Skeleton width={sub} height={10} />}
      </span>
      {end > 0 && (
        <span className="po-row__e is-loading">
          <Skeleton width={end} />
          {sub > 0 && <Skeleton width={end - 16} height={10} />}
        </span>
      )}
    </div>
  )
}
export interface SkeletonRowProps {
  title?: number | undefined
  sub?: number | undefined
  end?: number | undefined
  tile?: 32 | 40 | undefined
  compact?: boolean | undefined
}

/** The place of a {@link Cell}. */
export const SkeletonCell = () => (
  <div className="po-cell" aria-hidden="true">
    <Skeleton width={56} height={56} radius="calc(var(--po-k-radius) * 3.5)" />
    <div className="po-cell__n">
      <Skeleton width={48} height={10} />
    </div>
  </div>
)
