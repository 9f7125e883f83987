export {
  answers,
  events,
  failure,
  type AnswerPayload,
  type EventName,
  type EventPayload,
  type Failure,
  type FrameEvent,
  type FrameMessage,
} from './answers.js'
export { message } from './envelope.js'
export { isListedMethod, isSafeMethod, isSigningMethod, safeMethods, signingMethods } from './methods.js'
export { supportedNetworks } from './networks.js'
export { readAppMessage, type RefusedMessage } from './readAppMessage.js'
export { readFrameMessage } from './readFrameMessage.js'
export { requests, type AppMessage, type RequestName, type RequestPayload } from './requests.js'
export { fitsMethod } from './rpc.js'
export { surfaceHeights } from './shapes.js'
export { protocolVersion } from './version.js'
