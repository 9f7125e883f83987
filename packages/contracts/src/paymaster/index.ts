export { paymasterAbi } from '../artifacts/paymasterAbi.js'
export { type PaymasterData, decodePaymasterData, encodePaymasterData, stubPaymasterSignature } from './paymasterData.js'
export { type SponsoredOperation, sponsorshipToSign } from './sponsorshipToSign.js'
