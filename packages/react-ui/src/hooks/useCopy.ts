'use client'
import { useEffect, useRef, useState } from 'react'

/** Copies text, and says for two seconds that it did. Resolves false where the browser does not allow it. */
export function useCopy(): { copied: boolean; copy: (text: string) => Promise<boolean> } {
  const [copied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      if (!copyByCommand(text)) return false
    }
    setCopied(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setCopied(false), 2000)
    return true
  }
  return { copied, copy }
}

/** As before browsers had a clipboard to ask for: works on a page without TLS as well, and in a frame that its page lends none. */
function copyByCommand(text: string): boolean {
  let given = false
  const give = (event: ClipboardEvent) => {
    event.preventDefault()
    event.stopImmediatePropagation() // a site may put words of its own behind what is copied from it
    event.clipboardData?.setData('text/plain', text)
    given = true
  }
  window.addEventListener('copy', give, { capture: true })
  try {
    return document.execCommand('copy') && given
  } finally {
    window.removeEventListener('copy', give, { capture: true })
  }
}
