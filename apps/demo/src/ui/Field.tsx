import { useId } from 'react'
import type { InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from 'react'

interface Labelled {
  readonly label: string
  readonly error?: string | undefined
  /** At the end of the label's line. */
  readonly aside?: ReactNode
}

export function TextField({
  label,
  error,
  aside,
  suffix,
  ...rest
}: Labelled & { readonly suffix?: string } & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId()
  return (
    <div className="m-field">
      <div className="m-field__head">
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      <div className="m-field__box">
        <input
          id={id}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={error !== undefined}
          aria-describedby={error && `${id}-error`}
          {...rest}
        />
        {suffix && <span aria-hidden="true">{suffix}</span>}
      </div>
      {error && (
        <p id={`${id}-error`} className="m-field__error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

export function TextArea({ label, aside, ...rest }: Omit<Labelled, 'error'> & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const id = useId()
  return (
    <div className="m-field">
      <div className="m-field__head">
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      <div className="m-field__box">
        <textarea id={id} rows={3} dir="auto" {...rest} />
      </div>
    </div>
  )
}
