import type { SVGProps } from 'react'
import { cls } from '../primitives/cls.js'
import type { Glyph } from './hostGlyphs.js'

export interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'ref'> {
  glyph: Glyph
  /** Width and height in px. The stroke keeps its proportion to the 20 px grid. */
  size?: number | undefined
}

/** A drawing beside a word. Hidden from assistive technology: the word says it. */
export function Icon({ glyph: [stroke, fill, names], size = 20, className, ...rest }: IconProps) {
  return (
    <svg className={cls('po-i', names, className)} width={size} height={size} viewBox="0 0 20 20" aria-hidden="true" {...rest}>
      {stroke && <path d={stroke} />}
      {fill && <path d={fill} fill="currentColor" fillRule="evenodd" stroke="none" />}
    </svg>
  )
}
