'use client'
import { forwardRef, useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { ChangeEvent, InputHTMLAttributes } from 'react'
import { cls } from '../cls.js'

const digits = 6
const slots = Array.from({ length: digits }, (_, at) => at)

/** Arabic, Persian and fullwidth digits, as keyboards of those languages type them, in those of the code: each row begins with its zero at a multiple of 16. */
const latin = (text: string) => text.replaceAll(/[٠-٩۰-۹０-９]/g, (digit) => String(digit.charCodeAt(0) % 16))

/** The digits of a code in what was typed or pasted: with spaces, or as another language writes them. */
export const digitsOf = (text: string) => latin(text).replaceAll(/\D/g, '')

export interface OtpProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> {
  /** The name of the field; read, not shown. */
  label: string
  /** Digits alone, six at most. */
  value: string
  onChange: (value: string) => void
  /** Called with the sixth digit: typed, pasted or filled in. */
  onComplete?: ((code: string) => void) | undefined
  /** The code is not right. The next key press begins anew. */
  bad?: boolean | undefined
  /** The code is being checked: it stays, and cannot be changed. */
  busy?: boolean | undefined
}

/**
 * A six-digit code: six boxes to see, and one real input over them, so that pasting, `one-time-code` autofill and screen readers
 * work. Of a pasted text the digits count.
 */
export const Otp = forwardRef<HTMLInputElement, OtpProps>(function Otp(
  { label, value, onChange, onComplete, bad = false, busy = false, className, ...rest },
  ref,
) {
  const input = useRef<HTMLInputElement>(null)
  useImperativeHandle(ref, () => input.current as HTMLInputElement) // it is there whenever this component is
  const [mended, setMended] = useState(false)
  const wrong = bad && !mended
  useEffect(() => {
    setMended(false)
    if (bad) input.current?.select() // whatever is typed next takes the place of the wrong code
  }, [bad])

  const change = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    if (busy) return
    const found = digitsOf(currentTarget.value)
    const next = (wrong && found.length > value.length && found.startsWith(value) ? found.slice(value.length) : found).slice(0, digits)
    if (wrong) setMended(true)
    onChange(next)
    if (next.length === digits && (wrong || next !== value)) onComplete?.(next)
  }
  const now = wrong || busy ? undefined : 'is-now'
  return (
    <div className={cls('po-otp', wrong && 'is-bad', busy && 'is-busy', className)}>
      {slots.map((at) => (
        <span key={at} aria-hidden="true" {...(at <= value.length && { className: at < value.length ? 'is-set' : now })}>
          {value[at]}
        </span>
      ))}
      <input
        ref={input}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[0-9]*"
        dir="ltr"
        spellCheck={false}
        aria-label={label}
        value={value}
        readOnly={busy}
        {...(wrong && { 'aria-invalid': true })}
        {...(busy && { 'aria-busy': true })}
        onChange={change}
        {...rest}
      />
    </div>
  )
})
