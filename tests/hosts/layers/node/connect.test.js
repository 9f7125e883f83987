const { connect, connectionStore, createPortico } = require('@portico/core')
const { fakeAdapter, fakeConnector } = require('@portico/testing')

test('a wallet connects', async () => {
  const portico = createPortico({ adapters: [fakeAdapter({ connectors: [fakeConnector({ id: 'one', name: 'One' })] })], storage: null })
  await connect(portico, { connectorId: 'one' })
  expect(JSON.stringify(connectionStore(portico).getState())).toContain('"one"')
})
