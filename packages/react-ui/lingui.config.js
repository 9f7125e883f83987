/** @type {import('@lingui/conf').LinguiConfig} */
export default {
  locales: ['en', 'ar', 'pseudo'],
  sourceLocale: 'en',
  pseudoLocale: 'pseudo',
  fallbackLocales: { pseudo: 'en' },
  catalogs: [{ path: '<rootDir>/src/locales/{locale}/messages', include: ['src'] }],
  format: 'po',
}
