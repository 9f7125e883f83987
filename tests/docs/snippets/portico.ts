import { evm } from '@portico/adapter-evm'
import { mainnet } from '@portico/adapter-evm/networks'
import { createPortico } from '@portico/core'
import { siwx } from '@portico/core/siwx'

export const portico = createPortico({
  adapters: [evm({ networks: [mainnet] })],
  siwx: siwx({ url: '/siwx', statement: 'Sign in to the shop.' }),
})
