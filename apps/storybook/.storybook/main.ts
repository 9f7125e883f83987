import type { StorybookConfig } from '@storybook/react-vite'

const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  stories: [
    '../src/**/*.mdx',
    '../src/**/*.stories.tsx',
    '../../../packages/*/src/**/*.stories.tsx',
    '../../secure-site/src/page/stories/*.stories.tsx',
  ],
  addons: ['@storybook/addon-docs', '@storybook/addon-a11y', '@storybook/addon-vitest'],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true, enableCrashReports: false },
  typescript: { reactDocgen: 'react-docgen' },
  viteFinal: (vite) => ({
    ...vite,
    // stories and what they show are read from source
    resolve: { ...vite.resolve, conditions: ['@portico/source', 'module', 'browser', 'development|production'] },
    optimizeDeps: {
      ...vite.optimizeDeps,
      // a dependency found late reloads the page in the middle of the first story test
      include: [
        ...(vite.optimizeDeps?.include ?? []),
        'react',
        'react-dom',
        'react-dom/client',
        'react/jsx-runtime',
        'react/jsx-dev-runtime',
      ],
    },
    build: { ...vite.build, rolldownOptions: { ...vite.build?.rolldownOptions, checks: { moduleLevelDirective: false } } },
  }),
}
export default config
