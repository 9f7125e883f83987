import type { MailLocale } from '@portico/service/mail'
import { ar } from './ar.js'
import { ca } from './ca.js'
import { de } from './de.js'
import { en, type Texts } from './en.js'
import { es } from './es.js'
import { fa } from './fa.js'
import { fr } from './fr.js'
import { hi } from './hi.js'
import { id } from './id.js'
import { ja } from './ja.js'
import { ko } from './ko.js'
import { ms } from './ms.js'
import { pt } from './pt.js'
import { ru } from './ru.js'
import { th } from './th.js'
import { tr } from './tr.js'
import { uk } from './uk.js'
import { vi } from './vi.js'
import { zh } from './zh.js'
import { zhTW } from './zh-TW.js'

export type { Texts } from './en.js'

const catalogues: Readonly<Record<MailLocale, Texts>> = {
  en,
  ar,
  ca,
  de,
  es,
  fa,
  fr,
  hi,
  id,
  ja,
  ko,
  ms,
  pt,
  ru,
  th,
  tr,
  uk,
  vi,
  zh,
  'zh-TW': zhTW,
}

/** What the vault says in its mails and on its pages, in one language. */
export const textsOf = (locale: MailLocale): Texts => catalogues[locale]
