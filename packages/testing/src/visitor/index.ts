export { createVisitor, VisitorError } from './createVisitor.js'
export type { Visitor, VisitorFrame, VisitorLocator, VisitorMail, VisitorOptions, VisitorPage, VisitorProvider } from './types.js'
