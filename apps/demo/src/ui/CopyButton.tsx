import { useEffect, useState } from 'react'
import { IconButton } from './Button.js'
import { check, copy } from './glyphs.js'

/** Copies a text, and says so for two seconds. */
export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  const onClick = () =>
    void navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return <IconButton glyph={copied ? check : copy} label={copied ? 'Copied' : `Copy ${what}`} onClick={onClick} />
}
