import type { InputHTMLAttributes, ReactNode } from 'react'

export interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  /** What is agreed to with the tick. */
  children: ReactNode
}

/** A tick, and what it means. A press on the words is a press on the box. */
export const Checkbox = ({ children, ...rest }: CheckboxProps) => (
  <label className="po-check">
    <input type="checkbox" {...rest} />
    <span>{children}</span>
  </label>
)
