'use client'
// What stands on Connect. Published, it is part of the modal's own file: a request more would come late for what a visitor sees first.
import { FrameBanner, LoginMethods } from './LoginMethods.js'

export { messages } from './locales/en/ways.js'
export { sheet } from './ways.css.js'

export const views = {}

export const entries = { 'connect.ways': { Methods: LoginMethods, Banner: FrameBanner } }
