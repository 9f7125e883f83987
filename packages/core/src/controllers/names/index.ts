export { coinTypeOf } from './coinType.js'
export {
  AddressNamesError,
  InvalidChainIdError,
  NameAccountError,
  NameChangeError,
  NameRegistrationError,
  NameResolutionError,
  NamesUnavailableError,
  NameSuggestionsError,
  PrimaryNameUnsupportedError,
  type RefusalReason,
} from './errors.js'
export { checkNameAgain, chooseName, setNameText, startName } from './form/editName.js'
export { nameFormStore, type NameForm } from './form/store.js'
export { submitName } from './form/submitName.js'
export { checkLabel, labelLimits, type LabelProblem } from './label.js'
export {
  acceptName,
  canSetPrimaryName,
  releaseName,
  renewName,
  setNameAddress,
  setNameAttributes,
  setPrimaryName,
  transferName,
} from './manage.js'
export { registerName, type RegisterNameParameters } from './register.js'
export { resolveName, resolveNameQuery, type ResolveNameParameters } from './resolveName.js'
export { reverseName, reverseNameQuery, type NamedAddress, type ReverseNameParameters } from './reverseName.js'
export type { NameRecord } from './schema.js'
export {
  addressOn,
  getNames,
  getOfferedNames,
  getZones,
  hasNames,
  lookUpName,
  namesQuery,
  offeredNamesQuery,
  zonesQuery,
  type NameZones,
} from './service.js'
export { canHaveName, type SignedBy } from './signed.js'
export { getSuggestions, suggestionsQuery, type NameRefusal, type NameSuggestions } from './suggestions.js'
