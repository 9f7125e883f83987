import { inOneModule, type Feature } from '../feature.js'

/** Names of accounts: claiming one, and what becomes of it. A site has it with the option `names`, and a gateway that gives names away. */
export const names = {
  id: 'names',
  ...inOneModule(
    () => import('./views.js'),
    [
      'RegisterAccountName',
      'RegisterAccountNameSuccess',
      'AccountName',
      'EditAccountName',
      'AcceptAccountName',
      'TransferAccountName',
      'ReleaseAccountName',
    ],
    { 'settings.rows': ({ options }) => options.names !== undefined && Boolean(options.apiUrl) },
  ),
} as const satisfies Feature
