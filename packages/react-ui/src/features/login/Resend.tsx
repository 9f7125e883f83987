'use client'
import { LinkButton } from '@portico/ui/link'
import { useT } from '../../i18n/useT.js'
import { useSecondsLeft } from '../../mail-code/useSecondsLeft.js'

export interface ResendProps {
  /** When another mail can be asked for, in milliseconds since 1970. */
  readonly at: number
  readonly busy: boolean
  /** What it says once it can be pressed. */
  readonly children: string
  readonly onPress: () => void
}

/** The way to another mail, and how long until then. The seconds are shown, and not read out each time. */
export function Resend({ at, busy, onPress, children }: ResendProps) {
  const t = useT()
  const seconds = useSecondsLeft(at)
  return (
    <div className="po-mt5 po-center po-meta">
      {t('otp.missing')}{' '}
      {busy ? (
        <span role="status">{t('otp.resending')}</span>
      ) : seconds > 0 ? (
        <span className="po-num">{t('otp.wait', { n: seconds })}</span>
      ) : (
        <LinkButton onClick={onPress}>{children}</LinkButton>
      )}
    </div>
  )
}
