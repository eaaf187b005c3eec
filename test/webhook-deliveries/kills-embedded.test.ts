import { describe } from 'node:test'
import { temporaryDirectory } from '../db/children.ts'
import { killTests } from './kills.ts'

describe('kill -9 of who sends webhooks, on the embedded database', () => {
  killTests({ dataDirectory: temporaryDirectory() }, 1)
})
