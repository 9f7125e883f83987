import type { ReactNode } from 'react'
import { Mark } from '../../icons/Mark.js'

export interface BrandLineProps {
  /** Without it the line is no link. */
  href?: string | undefined
  children: ReactNode
}

/** The mark and the name, small, at the foot of Connect. */
export function BrandLine({ href, children }: BrandLineProps) {
  const inside = (
    <>
      <Mark size={14} />
      <span>{children}</span>
    </>
  )
  if (!href) return <span className="po-brand">{inside}</span>
  return (
    <a className="po-brand po-tap" href={href} target="_blank" rel="noopener noreferrer">
      {inside}
    </a>
  )
}
