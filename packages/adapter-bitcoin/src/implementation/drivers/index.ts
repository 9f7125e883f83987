import { ProviderNotFoundError } from '@portico/core'
import { can, isObject, read } from '../../discover/read.js'
import { loaded } from '../loaded.js'
import type { Driver } from './driver.js'

/** Leather says so itself, in one of two ways. */
const isLeather = (provider: object) => read(provider, 'isLeather') === true || can(provider, 'getProductInfo')

/** The driver for a provider, by its shape: what it has decides, not what it calls itself. Each loads when needed. @throws ProviderNotFoundError */
export async function driverOf(provider: unknown): Promise<Driver> {
  if (!isObject(provider)) throw new ProviderNotFoundError()
  if (isObject(read(provider, 'features'))) return (await loaded(import('./standard.js'))).standardDriver(provider)
  if (can(provider, 'getAccounts') && (can(provider, 'requestAccounts') || can(provider, 'connect')))
    return (await loaded(import('./unisat.js'))).unisatDriver(provider)
  if (!can(provider, 'request')) throw new ProviderNotFoundError()
  if (isLeather(provider)) return (await loaded(import('./leather.js'))).leatherDriver(provider)
  return (await loaded(import('./satsConnect.js'))).satsConnectDriver(provider)
}
