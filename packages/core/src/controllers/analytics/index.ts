export { eventLimit, type ErrorEvent, type ErrorEventName } from './errorEvent.js'
export { redact, redactStack, redactUrl } from './redact.js'
export { errorEventLimit, errorEventWindow, reportError, startErrorAnalytics } from './startErrorAnalytics.js'
