import { useState } from 'react'
import { Button } from '@portico/ui/button'
import { lock } from '@portico/ui/glyphs'
import { Medal } from '@portico/ui/medal'
import { PassphraseField } from './PassphraseField.js'
import { Failure, Shell, useAct, useWords } from './parts.js'

export interface NewPassphraseProps {
  readonly onBack: () => void
  /** Judges it and adds it. */
  readonly onAdd: (typed: string) => Promise<void>
  /** Where the wallet has one. */
  readonly onRemove?: () => Promise<void>
}

/** A new passphrase, typed twice, so that its owner can type it. */
export function NewPassphrase({ onBack, onAdd, onRemove }: NewPassphraseProps) {
  const t = useWords()
  const [first, setFirst] = useState('')
  const [second, setSecond] = useState('')
  const [differs, setDiffers] = useState(false)
  const { busy, error, act } = useAct()
  const add = () => {
    setDiffers(first !== second)
    if (first === second) void act('add', () => onAdd(first))
  }
  return (
    <Shell
      title={t.passphrase.title}
      onBack={onBack}
      foot={
        <>
          <Button variant="primary" busy={busy === 'add'} disabled={first.trim() === '' || second.trim() === ''} onClick={add}>
            {t.passphrase.set}
          </Button>
          {onRemove && (
            <Button busy={busy === 'remove'} onClick={() => void act('remove', onRemove)}>
              {t.passphrase.remove}
            </Button>
          )}
        </>
      }
    >
      <Medal glyph={lock} tone="accent" />
      <h2 className="po-title">{t.passphrase.newTitle}</h2>
      <p className="po-text">{t.passphrase.why}</p>
      <PassphraseField isNew label={t.passphrase.label} hint={t.passphrase.rule} value={first} onChange={setFirst} />
      <PassphraseField
        isNew
        label={t.passphrase.again}
        value={second}
        onChange={setSecond}
        error={differs ? t.passphrase.differs : undefined}
      />
      {error && !differs && <Failure>{error}</Failure>}
    </Shell>
  )
}
