import { localeOf, locales, type LocaleCode } from '@portico/core/kit'
import { NetworkButton, PorticoButton } from '@portico/react-ui'
import type { ReactNode } from 'react'
import { desktop, moon, sun } from './glyphs.js'
import { Mark } from './Icon.js'
import { pageHref, pages } from './pages.js'
import { Segmented } from './Segmented.js'
import { usePreferences } from './Site.js'
import { usePhone } from './usePhone.js'

/** The head of a page. Its buttons are Portico's, unless others, or `null`, are given. */
export function SiteHeader({ children }: { readonly children?: ReactNode }) {
  return (
    <header className="m-header">
      <div className="m-wrap m-header__row">
        <a className="m-brand" href={pageHref('/')}>
          <Mark />
          <span>Meridian</span>
        </a>
        <div className="m-header__tools">
          <PreferenceSwitches />
        </div>
        <div className="m-header__buttons">{children === undefined ? <PorticoButtons /> : children}</div>
      </div>
    </header>
  )
}

function PorticoButtons() {
  const phone = usePhone()
  return (
    <>
      <NetworkButton iconOnly={phone} />
      <PorticoButton balance={!phone} />
    </>
  )
}

/** The foot of a page: the other pages, and the switches for phones. */
export function SiteFooter({ path }: { readonly path: string }) {
  return (
    <footer className="m-footer">
      <div className="m-wrap">
        <nav aria-label="Pages of this demo">
          <ul className="m-pages">
            {pages.map((page) => (
              <li key={page.path}>
                <a href={pageHref(page.path)} aria-current={page.path === path ? 'page' : undefined}>
                  <strong>{page.name}</strong>
                  <span>{page.says}</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="m-footer__row">
          <p>Runs on local chains. Nothing here is worth anything, and nothing leaves this machine.</p>
          <div className="m-footer__tools">
            <PreferenceSwitches />
          </div>
        </div>
      </div>
    </footer>
  )
}

/** What a language calls itself. */
const nameOf = (locale: LocaleCode): string => new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale

function PreferenceSwitches() {
  const { theme, setTheme, language, setLanguage } = usePreferences()
  return (
    <>
      <label className="m-select">
        <span>Language of the modal</span>
        <select value={language} onChange={({ target }) => setLanguage(localeOf(target.value))}>
          {locales.map((locale) => (
            <option key={locale} value={locale} lang={locale}>
              {nameOf(locale)}
            </option>
          ))}
        </select>
      </label>
      <Segmented
        label="Theme"
        options={[
          { value: 'system', label: 'As the system', glyph: desktop },
          { value: 'light', label: 'Light', glyph: sun },
          { value: 'dark', label: 'Dark', glyph: moon },
        ]}
        value={theme}
        onChange={setTheme}
      />
    </>
  )
}

/** The top of a page that shows one thing: what it is, and what to look at. */
export function PageIntro({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="m-intro">
      <h1>{title}</h1>
      <p>{children}</p>
    </div>
  )
}
