export { isViewedOnly, viewAs, type ViewAsParameters } from './viewAs.js'
