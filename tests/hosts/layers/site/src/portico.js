// One chain family, and nothing beside it.
import { evm } from '@portico/adapter-evm'
import { mainnet } from '@portico/adapter-evm/networks'
import { createPortico } from '@portico/core'

export const makePortico = () =>
  createPortico({ metadata: { name: 'Host' }, adapters: [evm({ networks: [mainnet], transports: { 1: 'https://rpc.host.test' } })] })
