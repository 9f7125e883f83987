import { expect, test } from 'vitest'
import { RefreshError } from './errors.js'
import { readImage, readListing, readOrder } from './source.js'

const module = `// This file is auto-generated
export const wallet = {
  id: "io.example",
  name: "Example: the \\"one\\", {really}",
  homepage: "https://example.io/",
  image_id: "e30d09fe",
  app: {
    browser: null,
    ios: "https://apps.apple.com/us/app/example/id1438144202",
    android: null,
    mac: null,
    windows: null,
    linux: null,
    chrome:
      "https://chrome.google.com/webstore/detail/example/nkbihfbeogaeaoehlefnkodbefgpgknn",
    firefox: null,
    safari: null,
    edge: null,
    opera: null,
  },
  rdns: "io.example",
  mobile: { native: "example://", universal: null },
  desktop: {
    native: null,
    universal: null,
  },
} as const;
`.replace('mobile: { native: "example://", universal: null }', 'mobile: {\n    native: "example://",\n    universal: null,\n  }')

test('reads a listing without running it', () => {
  expect(readListing(module)).toMatchObject({
    id: 'io.example',
    name: 'Example: the "one", {really}',
    app: { chrome: 'https://chrome.google.com/webstore/detail/example/nkbihfbeogaeaoehlefnkodbefgpgknn' },
    mobile: { native: 'example://', universal: null },
  })
})

test('fails on anything but plain values, and on a listing of another shape', () => {
  expect(() => readListing(module.replace('null', 'process.exit()'))).toThrow(RefreshError)
  expect(() => readListing(module.replace('rdns: "io.example",', ''))).toThrow(RefreshError)
  expect(() => readListing('export default 1')).toThrow(RefreshError)
})

test('reads a picture, and nothing else in its place', () => {
  expect(readImage('const image =\n  "data:image/webp;base64,AAEC";')).toEqual(new Uint8Array([0, 1, 2]))
  expect(() => readImage('const image = "data:image/png;base64,AAEC"')).toThrow(RefreshError)
})

test('reads the order of the listings', () => {
  expect(readOrder('[{ id: "b", name: "B" },\n{\n  id: "a",\n}]')).toEqual(['b', 'a'])
})
