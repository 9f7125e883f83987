// What Jest's jsdom lacks: viem takes the encoders as it is loaded, the modal the rest.
const { TextDecoder, TextEncoder } = require('node:util')

Object.assign(globalThis, { TextDecoder, TextEncoder })
require('@portico/testing/dom').completeDom()
