'use client'
import { forwardRef, useId } from 'react'
import type { InputHTMLAttributes, MouseEvent, ReactNode } from 'react'
import { close } from '../../icons/glyphs.js'
import type { Glyph } from '../../icons/glyphs.js'
import { Icon } from '../../icons/Icon.js'
import { cls } from '../cls.js'
import { Help } from '../help/Help.js'
import { IconButton } from '../icon-button/IconButton.js'

export interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  /** The name of the field; read, not shown. */
  label: string
  icon?: Glyph | undefined
  /** What is wrong with the text, and how to mend it. */
  error?: ReactNode
  /** A rule or a hint, shown before the mistake. */
  help?: ReactNode
  /** 40 px instead of 48. */
  compact?: boolean | undefined
  /** A small thing at the end, such as a suffix. */
  end?: ReactNode
  /** With it, a text that is not empty can be cleared; `clearLabel` names that button. The focus stays in the field. */
  onClear?: (() => void) | undefined
  clearLabel?: string | undefined
}

/** One line of text: a search, a name. Controlled, as React's own input is. */
export const Field = forwardRef<HTMLInputElement, FieldProps>(function Field(
  { label, icon, error, help, compact, end, onClear, clearLabel = '', className, ...rest },
  ref,
) {
  const id = useId()
  const said = error ?? help
  const clear = (event: MouseEvent) => {
    event.preventDefault()
    event.currentTarget.parentElement?.querySelector('input')?.focus()
    onClear?.()
  }
  return (
    <>
      <label className={cls('po-field', compact && 'is-40', error !== undefined && 'is-bad', className)}>
        {icon && <Icon glyph={icon} />}
        <input
          ref={ref}
          type="text"
          aria-label={label}
          spellCheck={false}
          autoComplete="off"
          {...(error !== undefined && { 'aria-invalid': true })}
          {...(said !== undefined && { 'aria-describedby': id })}
          {...rest}
        />
        {end}
        {onClear && rest.value && <IconButton glyph={close} label={clearLabel} size={16} onClick={clear} />}
      </label>
      {said !== undefined && (
        <Help id={id} tone={error === undefined ? undefined : 'bad'}>
          {said}
        </Help>
      )}
    </>
  )
})
