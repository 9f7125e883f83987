import { z } from 'zod'
import { isHttpsUrl, isNativeLink, linkLimit } from './links.js'
import { cleanText, descriptionLimit, nameLimit } from './text.js'

const text = (limit: number) =>
  z
    .string()
    .min(1)
    .refine((value) => cleanText(value, limit) === value, 'is not clean text')
const https = z.string().refine(isHttpsUrl, 'is not a plain https URL')
const native = z.string().refine(isNativeLink, "is not a link of a wallet's own scheme")

/** A wallet's id: stable, and safe in a path and as the name of a file. */
export const walletId = z
  .string()
  .max(64)
  .regex(/^[a-z0-9]+(-+[a-z0-9]+)*(\.[a-z0-9]+(-+[a-z0-9]+)*)*$/)

/** A CAIP-2 namespace (`eip155`) or id (`eip155:1`). */
export const chain = z.string().regex(/^[-a-z0-9]{3,8}(:[-_a-zA-Z0-9]{1,32})?$/)

/** A reverse domain name, as a wallet announces itself by EIP-6963. */
export const rdns = z
  .string()
  .max(128)
  .regex(/^[a-zA-Z0-9-]+(\.[a-zA-Z0-9-]+)+$/)

/** A wallet as it stands in the data set. */
export const walletRecord = z.strictObject({
  id: walletId,
  name: text(nameLimit),
  description: z.nullable(text(descriptionLimit)),
  homepage: z.nullable(https),
  /** What it speaks: namespaces, or CAIP-2 ids where it is at home on single chains. Empty where nothing is known. */
  chains: z.array(chain).max(32),
  /** Who says so: lists that have such wallets alone, `eip6963` (it announces itself to pages of Ethereum's kind), or `correction`. */
  chains_from: z.array(z.string().min(1)),
  /** The open lists that have it: the more, the further up it stands. */
  listed_by: z.array(z.string().min(1)).min(1),
  rdns: z.nullable(rdns),
  /** Opens its app on a phone by its own scheme: `metamask://`. */
  mobile_link: z.nullable(native),
  /** Opens its app on a phone by an https link that the system hands to it. */
  universal_link: z.nullable(https),
  /** Opens its program on a desktop by its own scheme. */
  desktop_link: z.nullable(native),
  /** Its page that takes a pairing. */
  webapp_link: z.nullable(https),
  app_store: z.nullable(z.string().regex(/^https:\/\/apps\.apple\.com\/app\/id\d{6,12}$/)),
  play_store: z.nullable(
    z
      .string()
      .max(linkLimit)
      .regex(/^https:\/\/play\.google\.com\/store\/apps\/details\?id=[a-zA-Z]\w*(\.\w+)+$/),
  ),
  chrome_store: z.nullable(z.string().regex(/^https:\/\/chromewebstore\.google\.com\/detail\/[a-p]{32}$/)),
  /** Whether it takes WalletConnect pairings: by a link, or by scanning a code. */
  supports_wc: z.boolean(),
  /** Of the picture's bytes: another picture has another id. Null where there is no clean one. */
  image_id: z.nullable(z.string().regex(/^[0-9a-f]{16}$/)),
})
export type WalletRecord = z.output<typeof walletRecord>

/** What stands in a record where nothing but the name is known. */
export const emptyWallet = (): Omit<WalletRecord, 'id' | 'name' | 'listed_by'> => ({
  description: null,
  homepage: null,
  chains: [],
  chains_from: [],
  rdns: null,
  mobile_link: null,
  universal_link: null,
  desktop_link: null,
  webapp_link: null,
  app_store: null,
  play_store: null,
  chrome_store: null,
  supports_wc: false,
  image_id: null,
})

/** The file `data/wallets.json`, in the order that wallets are listed. */
export const dataSet = z.strictObject({
  sources: z.array(z.strictObject({ package: z.string(), version: z.string(), integrity: z.string(), licence: z.string() })),
  wallets: z.array(walletRecord),
})

/** The file `data/logos.json`: where each picture comes from, and whether it was drawn anew. */
export const logoSources = z.record(
  walletId,
  z.strictObject({ package: z.string(), file: z.string(), licence: z.string(), form: z.enum(['as it is', 'drawn', 'on a ground']) }),
)

/** A wallet as the API tells it. */
export const wallet = z.strictObject({
  ...walletRecord.shape,
  /** `certified` where the gateway's operator says so. */
  badge_type: z.enum(['none', 'certified']),
  /** Its place in the directory, from 0: by how many open lists have it, then by the alphabet, unless the operator says otherwise. */
  order: z.int().min(0),
  /** The path of its picture below the gateway's own address. It changes with the picture. Null where there is none. */
  image_url: z.nullable(z.string().regex(/^\/v1\/wallets\/[a-z0-9.-]+\/image\?v=[0-9a-f]{16}$/)),
})
export type Wallet = z.output<typeof wallet>

/** `GET /v1/wallets`: a page of the wallets that were asked for, and how many there are on all pages. */
export const walletsAnswer = z.strictObject({ data: z.array(wallet), count: z.int().min(0) })

/** `GET /v1/wallets/:id` */
export const walletAnswer = z.strictObject({ data: wallet })
