import { fileURLToPath } from 'node:url'
import { rspack } from '@rspack/core'

const jsx = { parser: { syntax: 'ecmascript', jsx: true }, transform: { react: { runtime: 'automatic' } }, target: 'es2022' }

export default {
  entry: './src/main.js',
  output: { path: fileURLToPath(new URL('dist', import.meta.url)), publicPath: '/', clean: true, trustedTypes: true },
  resolve: { extensions: ['.js', '.jsx'] },
  module: {
    rules: [
      { test: /\.jsx$/, loader: 'builtin:swc-loader', options: { jsc: jsx } },
      { test: /\.css$/, type: 'javascript/auto', use: [rspack.CssExtractRspackPlugin.loader, 'css-loader'] },
    ],
  },
  plugins: [new rspack.CssExtractRspackPlugin()],
}
