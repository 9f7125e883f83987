export {
  createFrameClient,
  loadTimeout,
  requestTimeout,
  signOutTimeout,
  type FrameClient,
  type FrameClientOptions,
  type HostEvent,
} from './client.js'
export type { Page } from './frame.js'
export * from '../errors.js'
