import { isHostOrigin, isSafeEndpoint } from '@portico/service/http'
import { z } from 'zod'

/** An origin of pages. */
export const origin = z.string().refine(isHostOrigin, 'is not an origin such as https://shop.example (http on localhost alone)')
/** Where a service is called. */
export const endpoint = z.string().refine(isSafeEndpoint, 'is not an https URL (http on localhost alone)')
/** Proxies in front whose X-Forwarded-For is believed. */
export const trustProxy = z.int().min(0).max(8).default(0)
/** Calls that one network may make to this process in a minute. @param usual unless told */
export const callsPerMinute = (usual: number) => z.int().min(1).max(1_000_000).default(usual)
