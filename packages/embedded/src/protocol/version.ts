/**
 * The version of the protocol (SDK version 4). The frame tells it with READY, and answers what it does not know with an error.
 * @example window.parent.postMessage(message('FRAME_READY', { version: protocolVersion }), hostOrigin, [port])
 */
export const protocolVersion = '4'
