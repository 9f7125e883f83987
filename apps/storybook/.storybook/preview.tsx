import type { Decorator, Preview } from '@storybook/react-vite'
import { buttonsCss } from '../../../packages/react-ui/src/styles/buttons.css.js'
import { catalogueCss } from '../../../packages/react-ui/src/styles/catalogue.css.js'
import { fontsCss, loadFonts } from './fonts.js'

const sheet = new CSSStyleSheet()
sheet.replaceSync(`${catalogueCss}
${buttonsCss}
${fontsCss}
body.sb-show-main { padding: 0 !important; }
.story { box-sizing: border-box; display: grid; justify-content: center; align-content: start; padding: 32px; background: #dfe4e4; }
.story[data-theme="dark"] { background: #080b0b; }
.story-panel { box-sizing: border-box; inline-size: 360px; max-inline-size: calc(100vw - 32px); padding: 16px; border-radius: var(--po-r-5); background: var(--po-surface); box-shadow: var(--po-edge), var(--po-shadow-modal); }
@media (max-width: 429.98px) { .story { padding: 16px; } }`)
document.adoptedStyleSheets.push(sheet)

/**
 * Every story stands where its part stands in the product: on the modal's surface by default; with `parameters.surface`
 * `page` on the host's page, with `none` on nothing, for stories that bring a surface of their own.
 */
const stage: Decorator = (Story, { globals, parameters }) => {
  const theme = globals['theme'] === 'dark' ? 'dark' : 'light'
  const dir = globals['dir'] === 'rtl' ? 'rtl' : 'ltr'
  if (parameters['surface'] === 'none') return <Story />
  return (
    <div className="story portico" data-theme={theme} dir={dir}>
      {parameters['surface'] === 'page' ? (
        <Story />
      ) : (
        <div className="story-panel">
          <Story />
        </div>
      )}
    </div>
  )
}

const preview: Preview = {
  tags: ['autodocs'],
  beforeAll: loadFonts,
  decorators: [stage],
  parameters: {
    layout: 'fullscreen',
    a11y: { test: 'error' },
    controls: { expanded: true },
    options: {
      storySort: { order: ['Introduction', 'Theme', 'Components', 'With the frame', 'Views', 'Embedded', 'Primitives', 'Foundation'] },
    },
    viewport: { options: { phone: { name: 'Phone 360', styles: { width: '360px', height: '740px' } } } },
  },
  globalTypes: {
    theme: { description: 'Theme', toolbar: { title: 'Theme', items: ['light', 'dark'], dynamicTitle: true } },
    dir: { description: 'Direction of text', toolbar: { title: 'Direction', items: ['ltr', 'rtl'], dynamicTitle: true } },
  },
  initialGlobals: { theme: 'light', dir: 'ltr' },
}
export default preview
