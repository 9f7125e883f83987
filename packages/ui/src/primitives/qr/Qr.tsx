import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { encode } from 'uqr'
import { cls } from '../cls.js'
import { Columns } from '../columns/Columns.js'
import { alignmentsOf, barsOf, findersOf } from './bars.js'

export interface QrProps {
  /** What the code says, to the letter. Until it is known, its place is kept. */
  text: string | undefined
  /** The text is mostly random, as a key is. One mask then serves as well as another, and the search for the best is saved. */
  random?: boolean
  /** What it is, for those who cannot see it. */
  label: string
  /** Stands in the middle, 56 px. */
  children?: ReactNode
  /** Over a code that no longer holds, which fades: a button for a new one. */
  over?: ReactNode
  /** 136 px, beside a text. */
  small?: boolean | undefined
}

/** The modules of the code for a text, true where dark, without a quiet zone: that is the plate's margin. Error correction level Q. */
export const modulesOf = (text: string, random = false): readonly (readonly boolean[])[] =>
  encode(text, { ecc: 'Q', border: 0, ...(random && { maskPattern: 0 }) }).data

function drawingOf(text: string, random: boolean) {
  const modules = modulesOf(text, random)
  return { size: modules.length, bars: barsOf(modules) }
}

/** A QR code drawn as a colonnade. Dark on light in both themes, so that every camera reads it. */
export function Qr({ text, random = false, label, children, over, small }: QrProps) {
  const drawing = useMemo(() => (text === undefined ? undefined : drawingOf(text, random)), [text, random])
  if (!drawing) {
    return (
      <div className="po-qr is-wait" {...(!over && { 'aria-hidden': true })}>
        <div className="po-qr__c">{over || <Columns />}</div>
      </div>
    )
  }
  const { size, bars } = drawing
  return (
    <div className={cls('po-qr', Boolean(over) && 'is-old', small && 'is-sm')} {...(!over && { role: 'img', 'aria-label': label })}>
      <svg viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
        <path d={bars} fill="none" stroke="currentColor" strokeWidth=".84" strokeLinecap="round" />
        {findersOf(size).map(([x, y]) => (
          <g key={`${x} ${y}`}>
            <rect x={x + 0.5} y={y + 0.5} width="6" height="6" rx="1.7" fill="none" stroke="currentColor" />
            <rect x={x + 2} y={y + 2} width="3" height="3" rx=".95" />
          </g>
        ))}
        {alignmentsOf(size).map(([x, y]) => (
          <g key={`${x} ${y}`}>
            <rect x={x + 0.5} y={y + 0.5} width="4" height="4" rx="1.2" fill="none" stroke="currentColor" />
            <rect x={x + 2} y={y + 2} width="1" height="1" rx=".3" />
          </g>
        ))}
      </svg>
      {(over || children) && <div className="po-qr__c">{over || children}</div>}
    </div>
  )
}
