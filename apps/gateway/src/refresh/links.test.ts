import { expect, test } from 'vitest'
import {
  cleanAppStore,
  cleanChromeStore,
  cleanHomepage,
  cleanNativeLink,
  cleanPlayStore,
  cleanUniversalLink,
  cleanWebApp,
} from './links.js'

test.each([
  [' http://example.io ', { value: 'https://example.io/' }],
  ['https://example.io/?utm_source=a&lang=en#top', { value: 'https://example.io/?lang=en' }],
  ['javascript:alert(1)', { why: 'is not a web address' }],
  ['https://localhost/', { why: 'is not a plain https address' }],
])('homepage %s', (text, cleaned) => expect(cleanHomepage(text)).toEqual(cleaned))

test.each([
  ['https://metamask.app.link', { value: 'https://metamask.app.link/' }],
  ['https://example.io/wc?uri=', { value: 'https://example.io/' }],
  ['https://example.io/wc', { value: 'https://example.io/wc' }],
  ['https://example.io/#/', { value: 'https://example.io/' }],
  ['https://example.io/#', { value: 'https://example.io/' }],
  ['http://example.io', { value: 'https://example.io/' }],
  ['example.io', { why: 'is not a web address' }],
  ['https://example.io/?a=b', { why: 'has a query or a fragment, behind which no pairing fits' }],
  ['https://example.page.link/x', { why: 'is a Firebase Dynamic Link: they ended in August 2025' }],
  ['https://staging-a.example.io/', { why: 'leads to a test system' }],
  ['https://example.io/.well-known/assetlinks.json', { why: "is a phone's table of links, not a link" }],
  ['https://play.google.com/store/apps/details?id=io.example', { why: 'leads to a store, a chat or a search' }],
  ['https://example.io/*', { why: 'is not a plain https address' }],
])('universal link %s', (text, cleaned) => expect(cleanUniversalLink(text)).toEqual(cleaned))

test.each([
  ['metamask://', { value: 'metamask://' }],
  [' ELLIPAL:// ', { value: 'ellipal://' }],
  ['w3akvrn:/', { value: 'w3akvrn://' }],
  ['altrapay://wc?uri=', { value: 'altrapay://' }],
  ['smartbody://?uri=', { value: 'smartbody://' }],
  ['neon://uri=', { value: 'neon://' }],
  ['orion://wc?', { value: 'orion://' }],
  ['xova://wc', { value: 'xova://wc' }],
  ['one://auth,two://auth', { why: 'is several links in one' }],
  ['myApp://home', { why: "is not a link of a wallet's own scheme" }],
  ['foxwallet://', { value: 'foxwallet://' }],
  ['javascript://%0aalert(1)', { why: "is not a link of a wallet's own scheme" }],
  ['firefox://open-url', { why: "is not a link of a wallet's own scheme" }],
  ['GoogleChromes://', { why: "is not a link of a wallet's own scheme" }],
  ['https://example.io', { why: "is not a link of a wallet's own scheme" }],
])('native link %s', (text, cleaned) => expect(cleanNativeLink(text)).toEqual(cleaned))

const home = 'https://www.example.io/'
test.each([
  ['https://wallet.example.io', home, true, { value: 'https://wallet.example.io/' }],
  ['https://example.io/app', home, true, { value: 'https://example.io/app' }],
  ['https://other.example', home, true, { value: 'https://other.example/' }],
  ['https://other.example', home, false, { why: 'is not said to be a wallet in the browser' }],
  ['https://app.other.example', home, false, { value: 'https://app.other.example/' }],
  ['https://example.io', home, true, { why: 'is the homepage, which takes no pairing' }],
  ['https://example.io', 'https://messenger.example.io/', true, { why: 'is the homepage, which takes no pairing' }],
  ['https://example.io/app/', 'https://example.io/app', true, { why: 'is the homepage, which takes no pairing' }],
  ['https://other.example/download', home, true, { why: 'is a page to download from' }],
  ['https://link.example.io', home, true, { why: "is a phone's link or a document, not a wallet in the browser" }],
  ['https://t.me/ExampleBot', home, true, { why: 'leads to a store, a chat or a search' }],
  ['https://example.io', null, true, { value: 'https://example.io/' }],
])('page in the browser %s of %s (certain: %s)', (text, homepage, certain, cleaned) =>
  expect(cleanWebApp(text, { homepage, certain })).toEqual(cleaned),
)

test('a page in a store has one form, and other pages are none', () => {
  const app = { value: 'https://apps.apple.com/app/id1438144202' }
  expect(cleanAppStore('https://itunes.apple.com/us/app/metamask/id1438144202?mt=8')).toEqual(app)
  expect(cleanAppStore('https://apps.apple.com/app/1438144202')).toEqual(app)
  expect(cleanAppStore('https://testflight.apple.com/join/abc')).toHaveProperty('why')
  expect(cleanAppStore('https://apps.apple.com.evil.example/app/id1438144202')).toHaveProperty('why')

  const play = { value: 'https://play.google.com/store/apps/details?id=io.metamask' }
  expect(cleanPlayStore('http://play.google.com/store/apps/details?hl=de&id=io.metamask')).toEqual(play)
  expect(cleanPlayStore('https://play.google.com/store/search?q=metamask')).toHaveProperty('why')
  expect(cleanPlayStore('https://example.io/metamask.apk')).toHaveProperty('why')

  const chrome = { value: 'https://chromewebstore.google.com/detail/nkbihfbeogaeaoehlefnkodbefgpgknn' }
  expect(cleanChromeStore('https://chrome.google.com/webstore/detail/metamask/nkbihfbeogaeaoehlefnkodbefgpgknn?hl=en')).toEqual(chrome)
  expect(cleanChromeStore('https://chromewebstore.google.com/detail/nkbihfbeogaeaoehlefnkodbefgpgknn')).toEqual(chrome)
  expect(cleanChromeStore('https://brave.com/wallet/')).toHaveProperty('why')
})
