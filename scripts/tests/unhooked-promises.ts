/**
 * Keeps node's test runner from following every promise, which costs a tenth of a run and is nothing that the service has in use. The runner
 * tells by it which test an error belongs to that nobody caught; without it such an error fails the file (`file-result.ts`).
 */
import hooks, { type HookCallbacks } from 'node:async_hooks'

const { createHook } = hooks
hooks.createHook = (callbacks: HookCallbacks) => createHook({ ...callbacks, trackPromises: false } as HookCallbacks)
