import type { Meta, StoryObj } from '@storybook/react-vite'
import { CrashView } from '../../modal/CrashView.js'
import { UnloadedView } from '../../modal/UnloadedView.js'
import { ViewStory } from '../../stories/ViewStory.js'
import WhatIsANetworkView from './WhatIsANetworkView.js'
import WhatIsAWalletView from './WhatIsAWalletView.js'

const meta = { title: 'Views/Help', component: ViewStory, parameters: { surface: 'page' } } satisfies Meta<typeof ViewStory>
export default meta
type Story = StoryObj<typeof meta>

export const WhatIsAWallet: Story = { args: { View: WhatIsAWalletView } }
export const WhatIsANetwork: Story = { args: { View: WhatIsANetworkView } }
export const Crash: Story = { args: { View: CrashView } }
export const Unloaded: Story = { args: { View: () => <UnloadedView failures={1} retry={() => undefined} /> } }
export const UnloadedTwice: Story = { args: { View: () => <UnloadedView failures={2} retry={() => undefined} /> } }
