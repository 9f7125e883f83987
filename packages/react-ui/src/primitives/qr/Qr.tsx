import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { encode } from 'uqr'
import { barsOf, findersOf } from './bars.js'

export interface QrProps {
  /** What the code says, to the letter. Until it is known, its place is kept. */
  text: string | undefined
  /** What it is, for those who cannot see it. */
  label: string
  /** Stands in the middle, 56 px. */
  children?: ReactNode
}

/** The modules of the code for a text, true where dark, without a quiet zone: that is the plate's margin. Error correction level Q. */
export const modulesOf = (text: string): readonly (readonly boolean[])[] => encode(text, { ecc: 'Q', border: 0 }).data

/** A QR code drawn as a colonnade. Dark on light in both themes, so that every camera reads it. */
export function Qr({ text, label, children }: QrProps) {
  const modules = useMemo(() => (text === undefined ? undefined : modulesOf(text)), [text])
  if (!modules) return <div className="po-qr" aria-hidden="true" />
  const size = modules.length
  return (
    <div className="po-qr" role="img" aria-label={label}>
      <svg viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
        <path d={barsOf(modules)} fill="none" stroke="currentColor" strokeWidth=".84" strokeLinecap="round" />
        {findersOf(size).map(([x, y]) => (
          <g key={`${x} ${y}`}>
            <rect x={x + 0.5} y={y + 0.5} width="6" height="6" rx="1.7" fill="none" stroke="currentColor" />
            <rect x={x + 2} y={y + 2} width="3" height="3" rx=".95" />
          </g>
        ))}
      </svg>
      {children && <div className="po-qr__c">{children}</div>}
    </div>
  )
}
