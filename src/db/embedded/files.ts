import fs from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'

interface EmscriptenModule {
  NODEFS: { stream_ops: { fsync?: (stream: { nfd?: number }) => number } }
}

/** PGlite's directory file system with the one thing it lacks: `fsync`. Without it a commit does not survive a power cut. */
export class DurableFS extends NodeFS {
  override async init(...parameters: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const made = await super.init(...parameters)
    made.emscriptenOpts.preRun?.push((module: unknown) => {
      ;(module as EmscriptenModule).NODEFS.stream_ops.fsync = (stream) => {
        if (stream.nfd !== undefined) fs.fsyncSync(stream.nfd)
        return 0
      }
    })
    return made
  }
}
