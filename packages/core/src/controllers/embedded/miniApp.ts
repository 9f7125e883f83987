import { currentDevice, type Device } from '../../device/device.js'

/** Whether the page runs inside a messaging mini-app: Telegram's own web view, or its script inside Telegram's web page. */
export function inMiniApp(device: Device = currentDevice()): boolean {
  if (device.telegram) return true
  const app = member(member(globalThis.window, 'Telegram'), 'WebApp')
  const platform = member(app, 'platform') // 'unknown' where a site loads the script outside of Telegram
  return typeof platform === 'string' && platform !== '' && platform !== 'unknown'
}

const member = (of: unknown, name: string): unknown => (typeof of === 'object' && of !== null ? Reflect.get(of, name) : undefined)
