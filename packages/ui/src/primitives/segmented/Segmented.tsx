import type { KeyboardEvent, ReactNode } from 'react'

export interface SegmentedProps<Id extends string> {
  /** Names the set. */
  label: string
  items: readonly { id: Id; label: ReactNode }[]
  value: Id
  onChange: (id: Id) => void
  /** Tabs choose what is shown below, radios a setting. */
  kind?: 'tab' | 'radio' | undefined
  /** Id of the element that the tabs change. */
  controls?: string | undefined
}

/** Two to four choices in a line. One tab stop; arrow keys choose, mirrored in right-to-left text, as do Home and End. */
export function Segmented<Id extends string>({ label, items, value, onChange, kind = 'tab', controls }: SegmentedProps<Id>) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, currentTarget } = event
    if (event.altKey || event.ctrlKey || event.metaKey) return // of the browser: Alt and an arrow goes back
    const forward = getComputedStyle(currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const last = items.length - 1
    const now = items.findIndex(({ id }) => id === value)
    const arrow = key.startsWith('Arrow') ? (key === forward || key === 'ArrowDown' ? 1 : -1) : 0
    if (!arrow && key !== 'Home' && key !== 'End') return
    event.preventDefault()
    const next = arrow ? (now + arrow + items.length) % items.length : key === 'Home' ? 0 : last
    const item = items[next]
    const button = currentTarget.children[next]
    if (item && item.id !== value) onChange(item.id)
    if (button instanceof HTMLElement) button.focus()
  }
  return (
    <div className="po-seg" role={kind === 'tab' ? 'tablist' : 'radiogroup'} aria-label={label} onKeyDown={onKeyDown}>
      {items.map((item, i) => {
        const on = item.id === value
        const entry = on || (i === 0 && items.every(({ id }) => id !== value)) // the tab stop, also where none is chosen
        return (
          <button
            key={item.id}
            type="button"
            role={kind}
            tabIndex={entry ? 0 : -1}
            {...(kind === 'tab' ? { 'aria-selected': on } : { 'aria-checked': on })}
            {...(controls && { 'aria-controls': controls })}
            onClick={() => onChange(item.id)}
          >
            {item.label}
          </button>
        )
      })}
    </div>
  )
}
