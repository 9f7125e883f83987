import type { HTMLAttributes } from 'react'
import { cls } from '../cls.js'

export interface CardProps extends HTMLAttributes<HTMLDivElement> {
  /** `rows` has less air above and below, `line` an outline instead of a ground. */
  variant?: 'rows' | 'line' | undefined
}

/** A ground for things that belong together. */
export const Card = ({ variant, className, ...rest }: CardProps) => (
  <div className={cls('po-card', variant && `is-${variant}`, className)} {...rest} />
)
