// Each test file of a shared worker begins with sources that no file before it has used. What is in node_modules stays loaded:
// reading that for each file took longer than most of their tests.
import { vi } from 'vitest'

vi.resetModules()
