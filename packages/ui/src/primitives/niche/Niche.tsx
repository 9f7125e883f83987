import type { ReactNode } from 'react'

/** An arch that the site's picture stands in, 40 px. */
export const Niche = ({ children }: { children: ReactNode }) => <span className="po-niche">{children}</span>
