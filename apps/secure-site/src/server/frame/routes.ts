import { protocolVersion } from '@portico/embedded/protocol'
import { codingFor, createPack, documentHeaders } from '@portico/service/http'
import { mailLocale } from '@portico/service/mail'
import { randomToken } from '@portico/service/secrets'
import type { PageSettings } from '../../page/types.js'
import type { AppContext, Routes } from '../context.js'
import { renderDocument } from './document.js'
import { frameLimitsOf } from '../projects/projects.js'
import { type Texts, textsOf } from '../texts/index.js'
import type { BuiltPage } from './page.js'
import { pagePolicy } from './policy.js'

type DocumentName = keyof Texts['window']

/** Windows of their own, for what a frame is not enough for (S11). */
const windows = ['approve', 'export', 'security', 'recover', 'continue'] as const satisfies readonly DocumentName[]

/** `GET /frame`, the windows, and the files of the page below `/assets/`. */
export function frameRoutes(page: BuiltPage): Routes {
  return (app, services) => {
    const { config, projects } = services
    const pack = createPack({ kept: 2 * page.files.size, effort: 'most' })
    const urls = config.networks.flatMap(({ rpcUrl, smartAccounts: { bundlerUrl, paymasterUrls = [] } = {} }) => [
      rpcUrl,
      ...(bundlerUrl === undefined ? [] : [bundlerUrl]),
      ...paymasterUrls,
    ])
    const connect = [
      config.vaultUrl,
      ...(config.gatewayUrl === undefined ? [] : [config.gatewayUrl]),
      ...urls.map((url) => new URL(url).origin),
    ]

    const document = async (context: AppContext, name: DocumentName): Promise<Response> => {
      const query = (field: string): string => context.req.query(field) ?? ''
      const site = projects.site(query('projectId'), query('origin'))
      // No document at all: nothing that another origin could frame, script or read (S2).
      if (!site) return context.body('This site is not registered here.', 403, { ...noDocument, 'content-type': 'text/plain' })
      const settings: PageSettings = {
        projectId: site.projectId,
        hostOrigin: site.origin,
        networks: config.networks,
        vaultUrl: config.vaultUrl,
        ...(config.gatewayUrl !== undefined && { gatewayUrl: config.gatewayUrl }),
        locale: localeOf(query('locale')),
        version: protocolVersion,
        enableLogger: config.frameLogger && query('enableLogger') === 'true',
        device: query('device') === 'true' || projects.find(site.projectId)?.deviceLink === true,
        codeInPage: projects.find(site.projectId)?.codeInPage.includes(site.origin) === true,
        riskyAbove: frameLimitsOf(services, site).riskyAbove,
        ...(config.permissions.networks.length > 0 && { permissions: config.permissions }),
      }
      const nonce = randomToken(16)
      const embedded = name === 'frame'
      const policy = pagePolicy({ nonce, connect, ancestor: embedded ? site.origin : undefined })
      const title = textsOf(mailLocale(settings.locale)).window[name]
      const body = renderDocument({ page, entry: embedded ? 'frame' : 'window', settings, nonce, title })
      return context.html(body, 200, {
        ...documentHeaders,
        'content-security-policy': policy,
        // A window has no way back to who opened it, nor the other way round: they meet through the mailbox. The one that knows the browser
        // has to find the frame that opened it, to be sure that it is one of this origin.
        ...(!embedded && { 'x-frame-options': 'DENY', ...(name !== 'continue' && { 'cross-origin-opener-policy': 'same-origin' }) }),
      })
    }

    app.get('/frame', (context) => document(context, 'frame'))
    for (const name of windows) app.get(`/${name}`, (context) => document(context, name))
    app.get('/assets/:name', async (context) => {
      const name = context.req.param('name')
      const file = page.files.get(name)
      if (!file) return context.notFound()
      const coding = codingFor(context.req.header('accept-encoding'))
      return context.body(coding ? await pack(name, coding, () => file.body) : file.body, 200, {
        'content-type': file.type,
        vary: 'Accept-Encoding',
        ...(coding && { 'content-encoding': coding }),
        'cache-control': 'public, max-age=31536000, immutable',
        // Scripts are asked for with CORS, as integrity wants it; the files are the same for everybody.
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      })
    })
  }
}

const noDocument = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
} as const

/** A BCP 47 tag as it may stand in a document; English for anything else. */
function localeOf(text: string): string {
  return /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,3}$/.test(text) ? text : 'en'
}
