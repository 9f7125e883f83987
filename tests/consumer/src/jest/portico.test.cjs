// A dapp's test under Jest, which asks for packages as CommonJS does and has Babel turn them into that.
const { createPortico } = require('@portico/core')
const { fakeAdapter, testPortico } = require('@portico/testing')
const { walletConnect } = require('@portico/walletconnect')

test('the packages load, and a site can be tested with them', () => {
  expect(typeof createPortico).toBe('function')
  expect(walletConnect({ projectId: 'my-dapp' }).id).toBe('walletConnect')
  expect(testPortico({ adapters: [fakeAdapter()] }).networks.length).toBeGreaterThan(0)
})
