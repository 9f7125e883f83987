import { requestedNetworks, type Network, type Portico } from '@portico/core'

/** The networks on which an address takes money: those of its chain family, test networks apart from the others. */
export const compatibleNetworks = (portico: Portico, active: Network): readonly Network[] =>
  requestedNetworks(portico, active.namespace).filter(({ testnet }) => testnet === active.testnet)
