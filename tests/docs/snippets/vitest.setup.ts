import { completeDom } from '@portico/testing/dom'

completeDom()
