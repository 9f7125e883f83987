'use client'
import { loadPermissions, permissionsStore, type GrantedPermission } from '@portico/core/permissions'
import { useEffect, useState } from 'react'
import { usePortico } from '../../PorticoProvider.js'
import { usePorticoStore } from '../../usePorticoStore.js'

/** What the site was granted by an account, and has not seen end. */
export function usePermissions(address: string | undefined): readonly GrantedPermission[] {
  const portico = usePortico()
  useEffect(() => loadPermissions(portico), [portico])
  const granted = usePorticoStore(permissionsStore, (state) => state)
  const [now] = useState(() => Date.now() / 1000)
  return granted.filter(({ permission: { account, expiry } }) => expiry > now && account === address?.toLowerCase())
}
