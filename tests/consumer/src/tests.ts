// The package for tests, used as a dapp's tests would.
import { fakeAdapter, testPortico } from '@portico/testing'

export const portico = testPortico({ adapters: [fakeAdapter()] })
