import { useState } from 'react'
import { Button } from '@portico/ui/button'
import { Card } from '@portico/ui/card'
import { check, copy as copyGlyph, download, file } from '@portico/ui/glyphs'
import { Medal } from '@portico/ui/medal'
import { Failure, LabelledField, Shell, useAct, useWords } from './parts.js'

/** The ways to take a code along: to the clipboard, as a file, on paper. */
function KeepCode({ code, about }: { readonly code: string; readonly about: string }) {
  const t = useWords()
  const [copied, setCopied] = useState(false)
  const { error, act } = useAct()
  const save = () => {
    const url = URL.createObjectURL(new Blob([`${about}\n\n${code}\n`], { type: 'text/plain' }))
    const link = document.createElement('a')
    link.href = url
    link.download = 'recovery-code.txt'
    link.click()
    setTimeout(() => URL.revokeObjectURL(url), 10_000)
  }
  const copy = () =>
    act('copy', async () => {
      await navigator.clipboard.writeText(code)
      setCopied(true)
    })
  return (
    <>
      <div className="po-keep">
        <Button size="sm" variant="soft" full={false} icon={copied ? check : copyGlyph} onClick={() => void copy()}>
          {copied ? t.security.copied : t.security.copy}
        </Button>
        <Button size="sm" variant="soft" full={false} icon={download} onClick={save}>
          {t.security.save}
        </Button>
        <Button size="sm" variant="soft" full={false} icon={file} onClick={() => print()}>
          {t.security.print}
        </Button>
      </div>
      <span className="po-sr" role="status">
        {copied && t.security.copied}
      </span>
      {error && <Failure>{error}</Failure>}
    </>
  )
}

/** Shows a new recovery code once, and asks for it, so that it was written down. */
export function NewCode({
  code,
  about,
  onBack,
  onConfirm,
}: {
  readonly code: string
  /** Whose code it is, in a sentence. */
  readonly about: string
  readonly onBack: () => void
  readonly onConfirm: (typed: string) => Promise<void>
}) {
  const t = useWords()
  const [typing, setTyping] = useState(false)
  const [typed, setTyped] = useState('')
  const { busy, error, act } = useAct()
  if (!typing) {
    return (
      <Shell
        title={t.security.code}
        onBack={onBack}
        foot={
          <Button variant="primary" onClick={() => setTyping(true)}>
            {t.button.goOn}
          </Button>
        }
      >
        <Medal glyph={file} tone="accent" />
        <h2 className="po-title">{t.security.codeTitle}</h2>
        <p className="po-text">{t.security.codeWhy}</p>
        <Card className="po-code" data-role="recovery-code">
          {code}
        </Card>
        <KeepCode code={code} about={about} />
      </Shell>
    )
  }
  return (
    <Shell
      title={t.security.code}
      onBack={() => setTyping(false)}
      foot={
        <Button
          variant="primary"
          busy={busy !== undefined}
          disabled={typed.trim() === ''}
          onClick={() => void act('confirm', () => onConfirm(typed))}
        >
          {t.button.done}
        </Button>
      }
    >
      <LabelledField dir="ltr" label={t.security.codeConfirm} hint={t.recover.codeHint} value={typed} onChange={setTyped} error={error} />
    </Shell>
  )
}
