/** The page in the frame of guard.chromium.test.ts: the real approve screen, with one request on it. */
import { mountScreens } from '../screens/mount.js'
import { createStage } from '../screens/stage.js'
import type { RequestView } from '../screens/view.js'

const query = new URLSearchParams(location.search)
const host = query.get('host') ?? ''
const stage = createStage()

const view = (id: string): RequestView => ({
  origin: host,
  id,
  method: 'personal_sign',
  namespace: 'eip155',
  networkId: 'eip155:1',
  networkName: 'Ethereum',
  address: '0x7f3A9c2E5b41D08fA6C7e19B0d52F3a8E7c41b09',
  effects: Array.from({ length: id.startsWith('tall') ? 4 : 1 }, () => ({ kind: 'message', values: {}, message: `Message ${id}` })),
  warnings: [],
  risk: 'normal',
  changes: 'none',
  details: [],
  reducible: false,
})
const show = (id: string) =>
  stage.show({
    kind: 'approve',
    view: view(id),
    by: 'proof',
    onApprove: () => parent.postMessage({ approved: id }, host),
    onReject: () => {},
  })

/** A risky request is shown here without anything that approves it (S11). */
const showRisky = (id: string) =>
  stage.show({
    kind: 'continue',
    view: { ...view(id), risk: 'risky' },
    url: `${location.origin}/approve`,
    opened: true,
    onOpen: () => {},
    onReject: () => {},
  })

window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (data === 'sent') stage.show({ kind: 'sent', onClose: () => {} })
  else if (typeof data === 'string') (data.startsWith('risky') ? showRisky : show)(data)
})
mountScreens({
  root: document.getElementById('root') ?? document.body,
  stage,
  framed: { onHeight: (height) => parent.postMessage({ height }, host), onWayBack() {}, hasWayBack: () => false },
})
show('first')
