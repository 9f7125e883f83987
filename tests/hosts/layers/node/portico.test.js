const { networkStore, switchNetwork } = require('@portico/core')
const { testPortico } = require('@portico/testing')

test('a portico is made, and goes to another network', async () => {
  const portico = testPortico()
  await switchNetwork(portico, { networkId: 'eip155:10' })
  expect(networkStore(portico).getState().byNamespace.eip155.active.id).toBe('eip155:10')
})
