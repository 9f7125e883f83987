import { forwardRef } from 'react'
import type { ButtonHTMLAttributes } from 'react'
import { cls } from '../cls.js'

export interface ChipProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** With it the chip is a switch that says whether it is on. */
  selected?: boolean | undefined
  /** Without ground until the pointer is over it, as the network in the header. */
  plain?: boolean | undefined
}

/** A small button for a choice that is at hand: 32 px to see, 44 px to hit. */
export const Chip = forwardRef<HTMLButtonElement, ChipProps>(function Chip({ selected, plain, className, ...rest }, ref) {
  const names = cls('po-chip', plain && 'is-plain', selected && 'is-on', className)
  return <button ref={ref} type="button" className={names} {...(selected !== undefined && { 'aria-pressed': selected })} {...rest} />
})
