import { existsSync, readdirSync } from 'node:fs'

const features = new URL('src/features/', import.meta.url)
const names = readdirSync(features).filter((name) => existsSync(new URL(`${name}/locales/`, features)))

/** @type {import('@lingui/conf').LinguiConfig} */
export default {
  locales: [
    'en',
    'ar',
    'ca',
    'de',
    'es',
    'fa',
    'fr',
    'hi',
    'id',
    'ja',
    'ko',
    'ms',
    'pt',
    'ru',
    'th',
    'tr',
    'uk',
    'vi',
    'zh',
    'zh-TW',
    'pseudo',
  ],
  sourceLocale: 'en',
  pseudoLocale: 'pseudo',
  fallbackLocales: { pseudo: 'en' },
  // What the modal itself and several features say, and what each feature says alone.
  catalogs: [
    { path: '<rootDir>/src/locales/{locale}/messages', include: ['src'], exclude: ['**/features/*/**'] },
    ...names.map((name) => ({ path: `<rootDir>/src/features/${name}/locales/{locale}/messages`, include: [`src/features/${name}`] })),
  ],
  format: 'po',
}
