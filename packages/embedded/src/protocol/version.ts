/** The version of the protocol (SDK version 4). The frame tells it with READY, and answers what it does not know with an error. */
export const protocolVersion = '4'
