import type { ReactNode } from 'react'

export interface HeroProps {
  title: ReactNode
  /** Text under the title. */
  children?: ReactNode
  /** Over the title: a medal, an avatar. */
  lead?: ReactNode
}

/** What happens, in a title and a sentence, centred. */
export const Hero = ({ title, children, lead }: HeroProps) => (
  <div className="po-hero">
    {lead}
    <h2 className={lead ? 'po-title po-mt3' : 'po-title'}>{title}</h2>
    {children && <p className="po-text">{children}</p>}
  </div>
)
