import type { Portico } from '@portico/core'

/** `?errors=sent` in the address has errors counted by the gateway. None is sent unless told. */
export function sendErrors(portico: Portico): void {
  if (new URLSearchParams(location.search).get('errors') !== 'sent') return
  void import('@portico/core/analytics').then(({ startErrorAnalytics }) => startErrorAnalytics(portico))
}
