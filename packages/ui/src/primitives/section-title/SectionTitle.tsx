import type { ReactNode } from 'react'

export interface SectionTitleProps {
  /** A link at the end of the line. */
  end?: ReactNode
  children: ReactNode
}

/** What the rows below have in common. Name the list as well: this is only its look. */
export const SectionTitle = ({ end, children }: SectionTitleProps) => (
  <div className="po-h">
    <span>{children}</span>
    {end}
  </div>
)
