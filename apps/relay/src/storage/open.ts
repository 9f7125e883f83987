import { createRedisStorage } from './redis/redis.js'
import { createSqliteStorage } from './sqlite/sqlite.js'
import type { RelayStorage, StorageEvents, StorageOptions } from './storage.js'

/** @throws StorageError when a database file can't be used; Redis is tried later, and `ready` tells */
export function openStorage(options: StorageOptions, events: StorageEvents): RelayStorage {
  if ('sqlite' in options) return createSqliteStorage(options.sqlite, events)
  return createRedisStorage({ url: options.redis, prefix: options.prefix ?? 'portico-relay' }, events)
}
