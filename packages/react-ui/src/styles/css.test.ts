import { expect, test } from 'vitest'
import { buildCss, staleCss } from '../../scripts/build-css.mjs'

test('the generated style sheets say what their sources say (run scripts/build-css.mjs)', async () => {
  expect(await staleCss()).toEqual([])
})

test('every rule of the buttons in the host\u2019s page is scoped, so that nothing leaks to the host', async () => {
  const css = (await buildCss())['styles.css'] ?? ''
  const selectors = [...css.replace(/\/\*.*?\*\//g, '').matchAll(/(?:^|[{}])([^@{}]+)\{/g)].map(([, selector]) => selector?.trim() ?? '')
  const rules = selectors.filter((selector) => !/^(?:from|to|[\d.]+%)/.test(selector))
  expect(rules.length).toBeGreaterThan(30)
  expect(rules.filter((selector) => !/\.po-|\.portico/.test(selector))).toEqual([])
})

test('relative colours reach the browser as they are written', async () => {
  const files = await buildCss()
  const { 'styles/views.css.ts': _, ...withTokens } = files // the views take them from the modal's own sheet
  for (const css of Object.values(withTokens)) expect(css).toContain('oklch(from var(--po-k-accent)')
  expect(Object.values(files).join('')).not.toContain('--lightningcss')
})
