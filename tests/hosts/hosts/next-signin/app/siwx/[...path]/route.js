import { siwx } from '../../../siwx.js'

export const GET = (request) => siwx().handler(request)
export const POST = (request) => siwx().handler(request)
