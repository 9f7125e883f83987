import type { ReactNode } from 'react'

/** A line with a word in it, between two ways to do the same. */
export const Rule = ({ children }: { children: ReactNode }) => <div className="po-rule">{children}</div>
