import type { Glyph } from './glyphs.js'

/** A drawing of the icon set. Says nothing to assistive technology: the words beside it do. */
export function Icon({ glyph, size = 20 }: { readonly glyph: Glyph; readonly size?: 16 | 20 | 24 }) {
  return (
    <svg className="m-icon" viewBox="0 0 20 20" width={size} height={size} aria-hidden="true">
      {glyph}
    </svg>
  )
}

/** The site's mark: a globe with its meridian. */
export function Mark({ size = 32 }: { readonly size?: number }) {
  return (
    <svg className="m-mark" viewBox="0 0 40 40" width={size} height={size} aria-hidden="true">
      <rect width="40" height="40" rx="10" fill="#00494b" />
      <g fill="none" strokeWidth="2.2" strokeLinecap="round">
        <circle cx="20" cy="20" r="11" stroke="#d7efee" />
        <ellipse cx="20" cy="20" rx="4.6" ry="11" stroke="#74bfbe" />
        <path d="M9 20h22" stroke="#d7efee" />
      </g>
    </svg>
  )
}
