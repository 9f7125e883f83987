import { useId } from 'react'
import type { Glyph } from './glyphs.js'
import { Icon } from './Icon.js'

export interface Option<T extends string> {
  readonly value: T
  readonly label: string
  /** Shown instead of the label, which is then read. */
  readonly glyph?: Glyph
}

interface SegmentedProps<T extends string> {
  readonly label: string
  readonly options: readonly Option<T>[]
  readonly value: T
  readonly onChange: (value: T) => void
}

/** One of a few: radio buttons that look like one control. */
export function Segmented<T extends string>({ label, options, value, onChange }: SegmentedProps<T>) {
  const name = useId()
  return (
    <fieldset className="m-seg">
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option.value} title={option.glyph ? option.label : undefined}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            aria-label={option.label}
            onChange={() => onChange(option.value)}
          />
          <span>{option.glyph ? <Icon glyph={option.glyph} size={16} /> : option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
