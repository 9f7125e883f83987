export { offchainNameResolverAbi } from '../artifacts/offchainNameResolverAbi.js'
export { type NameAnswer, encodeNameAnswer, nameAnswerToSign } from './answer.js'
