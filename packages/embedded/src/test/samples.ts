import type { AnswerPayload, EventName, EventPayload, RequestName, RequestPayload } from '../protocol/index.js'

const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

/** One payload of each request, with every field that it can have. */
export const requestSamples: { readonly [N in RequestName]: RequestPayload<N> } = {
  CONNECT_EMAIL: { email: 'ada@example.org' },
  CONNECT_DEVICE: undefined,
  CONNECT_OTP: { otp: '123456' },
  CONNECT_SOCIAL: { uri: 'https://secure.example/done?code=1', preferredAccountType: 'eoa', chainId: 'eip155:1' },
  GET_FARCASTER_URI: undefined,
  CONNECT_FARCASTER: undefined,
  GET_USER: { chainId: 'eip155:1', preferredAccountType: 'eoa', socialUri: 'https://secure.example' },
  GET_SOCIAL_REDIRECT_URI: { provider: 'google' },
  SIGN_OUT: undefined,
  IS_CONNECTED: { token: 'handle' },
  GET_CHAIN_ID: undefined,
  SWITCH_NETWORK: { chainId: 'eip155:10' },
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: undefined,
  INIT_SMART_ACCOUNT: undefined,
  SET_PREFERRED_ACCOUNT: { type: 'eoa' },
  RPC_REQUEST: {
    method: 'personal_sign',
    params: ['0x6869', address],
    chainId: 'eip155:1',
    chainNamespace: 'eip155',
    rpcUrl: 'https://evil.example',
  },
  UPDATE_EMAIL: { email: 'ada@example.com' },
  UPDATE_EMAIL_PRIMARY_OTP: { otp: '123456' },
  UPDATE_EMAIL_SECONDARY_OTP: { otp: '654321' },
  SYNC_THEME: {
    themeMode: 'dark',
    themeVariables: { accent: '#3366ff', tint: 0.5, radius: '8px' },
    w3mThemeVariables: { '--w3m-accent': '#3366ff' },
  },
  SYNC_DAPP_DATA: {
    metadata: { name: 'Shop', description: 'Things', url: 'https://shop.example', icons: ['https://shop.example/i.png'] },
    sdkVersion: '4',
    sdkType: 'portico',
    projectId: 'p',
  },
  RELOAD: undefined,
  RPC_ABORT: { requestId: '7d444840-9dc0-11d1-b245-5ffdce74fad2' },
  OPEN_SECURITY: undefined,
  SYNC_LOCALE: { locale: 'de-AT' },
  BACK: undefined,
  ENTER_CODE: { purpose: 'login', signIn: { domain: 'shop.example' } },
  CONNECT_KNOWN: { attempt: 'Zm9yIG9uZSB3aW5kb3cuLg' },
}

const user: AnswerPayload<'GET_USER'> = {
  email: 'ada@example.org',
  address,
  chainId: 'eip155:1',
  accounts: [{ address, type: 'eoa' }],
  userName: 'ada',
  preferredAccountType: 'eoa',
  smartAccountDeployed: false,
  security: { mode: 'progressive', passkeys: 0, recoveryCode: false, device: true },
  networks: ['eip155:1', 'eip155:10'],
}

/** One success of each request. */
export const answerSamples: { readonly [N in RequestName]: AnswerPayload<N> } = {
  CONNECT_EMAIL: { action: 'VERIFY_DEVICE', match: '42', resendAfter: 30, expiresIn: 600 },
  CONNECT_DEVICE: undefined,
  CONNECT_OTP: undefined,
  CONNECT_SOCIAL: user,
  GET_FARCASTER_URI: { url: 'https://farcaster.example/~/siwf?channelToken=1' },
  CONNECT_FARCASTER: { userName: 'ada' },
  GET_USER: user,
  GET_SOCIAL_REDIRECT_URI: { uri: 'https://secure.example/social/start/1', match: '07' },
  SIGN_OUT: undefined,
  IS_CONNECTED: { isConnected: true },
  GET_CHAIN_ID: { chainId: 'eip155:1' },
  SWITCH_NETWORK: { chainId: 'eip155:10' },
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: { smartAccountEnabledNetworks: [] },
  INIT_SMART_ACCOUNT: { address, isDeployed: false },
  SET_PREFERRED_ACCOUNT: { type: 'eoa', address },
  RPC_REQUEST: '0x1234',
  UPDATE_EMAIL: { action: 'VERIFY_PRIMARY_OTP' },
  UPDATE_EMAIL_PRIMARY_OTP: undefined,
  UPDATE_EMAIL_SECONDARY_OTP: { newEmail: 'ada@example.com' },
  SYNC_THEME: undefined,
  SYNC_DAPP_DATA: undefined,
  RELOAD: undefined,
  RPC_ABORT: undefined,
  OPEN_SECURITY: undefined,
  SYNC_LOCALE: undefined,
  BACK: { handled: true },
  ENTER_CODE: {
    match: '42',
    newEmail: 'ada@example.com',
    signedIn: { message: 'text', signature: '0x1234', networkId: 'eip155:1' },
  },
  CONNECT_KNOWN: undefined,
}

/** One of each event. */
export const eventSamples: { readonly [N in EventName]: EventPayload<N> } = {
  READY: { version: '4' },
  SESSION_UPDATE: { token: 'handle', user },
  SURFACE: { purpose: 'approve' },
  HEIGHT: { height: 520 },
}

export const failureSample = { message: 'Something is wrong', code: 4001, retryAfter: 12 }

export const requestNames = Object.keys(requestSamples) as RequestName[]
export const eventNames = Object.keys(eventSamples) as EventName[]

/** Whether anything may stand there: parameters and the result of a call are what JSON can say, and what is signed in with is read further on. */
export const isFree = (type: string, path: readonly (string | number)[]): boolean =>
  (type === 'APP_RPC_REQUEST' && path[0] === 'params' && path.length > 1) ||
  (type === 'APP_ENTER_CODE' && path[0] === 'signIn') ||
  type === 'FRAME_RPC_REQUEST_SUCCESS'
