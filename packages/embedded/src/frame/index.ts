export { openFrameChannel, type FrameChannel, type FrameChannelOptions, type FrameHandlers, type HandlerContext } from './channel.js'
