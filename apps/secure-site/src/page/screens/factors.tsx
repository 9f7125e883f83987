import { file, key, lock } from '@portico/ui/glyphs'
import { GlyphTile } from '@portico/ui/glyph-tile'
import { List, ListItem } from '@portico/ui/list-item'
import { PassphraseField } from './PassphraseField.js'
import { LabelledField, useWords } from './parts.js'

export type FactorKind = 'passkey' | 'recoveryCode' | 'passphrase'

const kinds = ['passkey', 'recoveryCode', 'passphrase'] as const
const glyphs = { passkey: key, recoveryCode: file, passphrase: lock } as const

/** Those that the wallet has, the one to begin with first. */
export const factorsOf = (held: Readonly<Record<FactorKind, boolean>>): readonly FactorKind[] => kinds.filter((kind) => held[kind])

export interface FactorFieldProps {
  readonly kind: FactorKind
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error?: string | undefined
}

/** Where a factor is typed that can be. */
export function FactorField({ kind, ...rest }: FactorFieldProps) {
  const t = useWords()
  if (kind === 'passphrase') return <PassphraseField label={t.passphrase.label} {...rest} />
  if (kind === 'recoveryCode') return <LabelledField dir="ltr" label={t.recover.codeLabel} hint={t.recover.codeHint} {...rest} />
  return null
}

export interface OtherFactorsProps {
  readonly held: readonly FactorKind[]
  /** The one that is asked for now. */
  readonly kind: FactorKind | undefined
  readonly onChoose: (kind: FactorKind) => void
}

/** The wallet's other factors, to take one of them instead. */
export function OtherFactors({ held, kind, onChoose }: OtherFactorsProps) {
  const t = useWords()
  const labels = { passkey: t.recover.passkey, recoveryCode: t.recover.code, passphrase: t.passphrase.use }
  const others = held.filter((each) => each !== kind)
  if (others.length === 0) return null
  return (
    <List>
      {others.map((each) => (
        <ListItem key={each} lead={<GlyphTile glyph={glyphs[each]} />} chevron onClick={() => onChoose(each)}>
          {labels[each]}
        </ListItem>
      ))}
    </List>
  )
}
