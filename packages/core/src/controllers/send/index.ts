export { readTypedAmount, unitsOf } from './form/amount.js'
export { checkSend, type SendCheck } from './form/checkSend.js'
export { acknowledgeRecipient, setSendAmount, setSendToken, setSendUnits, toggleSendUnit } from './form/editSend.js'
export { ItemNotHeldError, SendCancelledError } from './form/errors.js'
export { feeRatesQuery, feeSpeedsQuery, sendFeeQuery } from './form/fees.js'
export { fillMaximum } from './form/fillMaximum.js'
export { findToken } from './form/findToken.js'
export { findLookAlike } from './form/knownRecipients.js'
export { openSend, type OpenSendParameters } from './form/openSend.js'
export { setSendSpeed } from './form/setSendSpeed.js'
export { setRecipient } from './form/setRecipient.js'
export { resumeSend, retrySend, startSend } from './form/startSend.js'
export { startSendItem, tokenOfNft } from './form/startSendItem.js'
export { startSendToken } from './form/startSendToken.js'
export {
  sendFormStore,
  type KnownRecipient,
  type Recipient,
  type RecipientWarning,
  type Sender,
  type SendForm,
  type SendItem,
  type SendProgress,
  type SendToken,
  type SentTransfer,
} from './form/store.js'
export { takePaymentCode } from './form/takePaymentCode.js'
export { submitSend } from './form/submitSend.js'
