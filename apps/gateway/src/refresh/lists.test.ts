import { expect, test } from 'vitest'
import { RefreshError } from './errors.js'
import { readConnectKit, readIconNames, readOnboard, readPictureModule, readRainbowKit, readSolanaAdapter } from './lists.js'

test('reads the wallets of a chunk of RainbowKit, and none of what else is in it', () => {
  const chunk = `import { x } from "./chunk-AAAA.js";

// src/utils/colors.ts
var name = "not one";

// src/wallets/walletConnectors/oneWallet/oneWallet.ts
var oneWallet = ({ projectId }) => ({
  id: "one",
  name: "One Wallet",
  rdns: "io.one",
  iconUrl: async () => (await import("./oneWallet-ABCD1234.js")).default,
  downloadUrls: {
    android: "https://play.google.com/store/apps/details?id=io.one",
    ios: "https://apps.apple.com/us/app/one/id1438144202",
    qrCode: "https://one.example"
  },
  createConnector: getWalletConnectConnector({ projectId })
});

// src/wallets/walletConnectors/twoWallet/twoWallet.ts
var twoWallet = () => ({
  name: "Two",
  iconUrl: async () => (await import("./twoWallet-ABCD1234.js")).default,
});
`
  expect(readRainbowKit(chunk)).toEqual([
    {
      list: 'rainbowkit',
      name: 'One Wallet',
      chains: ['eip155'],
      rdns: 'io.one',
      android: 'https://play.google.com/store/apps/details?id=io.one',
      ios: 'https://apps.apple.com/us/app/one/id1438144202',
      pairs: true,
      logo: 'dist/wallets/walletConnectors/oneWallet-ABCD1234.js',
    },
    { list: 'rainbowkit', name: 'Two', chains: ['eip155'], pairs: false, logo: 'dist/wallets/walletConnectors/twoWallet-ABCD1234.js' },
  ])
})

test('reads the wallets of ConnectKit', () => {
  const build = `const other = { name: 'no' };
const walletConfigs = {
    mock: {
        icon: jsx(Logos.Mock, {}),
    },
    'oneWallet, oneSDK': {
        name: 'One',
        downloadUrls: {
            chrome: 'https://chrome.google.com/webstore/detail/one/nkbihfbeogaeaoehlefnkodbefgpgknn',
        },
    },
};
const name = 'Three'`
  const chrome = 'https://chrome.google.com/webstore/detail/one/nkbihfbeogaeaoehlefnkodbefgpgknn'
  expect(readConnectKit(build)).toEqual([{ list: 'connectkit', name: 'One', chains: ['eip155'], chrome }])
})

test('reads names of Web3-Onboard and of web3icons', () => {
  const types = `ProviderLabel["One"] = "One Wallet";\nProviderLabel["Detected"] = "Detected Wallet";`
  expect(readOnboard(types)).toEqual([{ list: 'web3-onboard', name: 'One Wallet', chains: ['eip155'] }])
  expect(readIconNames(['token-pocket.svg.js', 'token-pocket.svg.js.map', 'token-pocket.svg.d.ts'])).toEqual([
    { list: 'web3icons', name: 'token pocket', chains: [] },
  ])
})

test('reads an adapter of Solana, and pictures of modules', () => {
  const module = `export const OneWalletName = 'One';\nthis.url = 'https://one.example';\nthis.icon = 'data:image/png;base64,R0lG';`
  expect(readSolanaAdapter(module)).toMatchObject({
    name: 'One',
    chains: ['solana'],
    homepage: 'https://one.example',
    picture: new Uint8Array([71, 73, 70]),
  })
  expect(readPictureModule('var a = "data:image/svg+xml,%3Csvg%2F%3E";')).toEqual(new TextEncoder().encode('<svg/>'))
  expect(readPictureModule('var a = "data:image/png;base64,R0lG";')).toEqual(new Uint8Array([71, 73, 70]))
})

test.each<[string, () => unknown]>([
  ['ConnectKit', () => readConnectKit('')],
  ['Web3-Onboard', () => readOnboard('')],
  ['web3icons', () => readIconNames([])],
  ['an adapter of Solana', () => readSolanaAdapter("WalletName = 'One'")],
  ['a picture', () => readPictureModule('')],
])('fails on another form of %s, rather than to find nothing', (_, read) => expect(read).toThrow(RefreshError))
