import type * as z from 'zod/mini'
import { namespaceOf, type NetworkId } from '../../kit/caip/ids.js'
import { HttpStatusError } from '../../kit/http/errors.js'
import { request } from '../../kit/http/request.js'
import type { Portico } from '../../portico/createPortico.js'
import { queryClientOf, staleAfter } from '../../portico/query.js'
import { GasPriceUnsupportedError } from './errors.js'
import { gasPriceAnswer } from './schema.js'

/** What gas costs, in wei. */
export type GasPrice = z.output<typeof gasPriceAnswer>

/** How long a price of gas is taken for good, in milliseconds. */
const gasLifetime = 10_000

/** Where there is no gas, what the network takes is counted in its own smallest unit. */
const noGas: GasPrice = { standard: 1n, fast: 1n, instant: 1n }

/** What gas costs on a network now. @throws GasPriceUnsupportedError, and the errors of asking the gateway */
export const getGasPrice = async (portico: Portico, networkId: NetworkId): Promise<GasPrice> =>
  namespaceOf(networkId) === 'eip155' ? askGasPrice(portico, networkId) : noGas

const askGasPrice = (portico: Portico, networkId: NetworkId): Promise<GasPrice> =>
  queryClientOf(portico).fetchQuery({
    queryKey: ['gas price', networkId],
    queryFn: async ({ signal }) => {
      try {
        return await request(portico, { path: '/v1/convert/gas-price', query: { chainId: networkId }, schema: gasPriceAnswer, signal })
      } catch (error) {
        const isRefused = error instanceof HttpStatusError && error.status >= 400 && error.status < 500 && error.status !== 429
        throw isRefused ? new GasPriceUnsupportedError({ cause: error }) : error
      }
    },
    staleTime: staleAfter(gasLifetime),
    retry: false,
    networkMode: 'always',
  })
