import fs from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type MakeNode = (parent: object, name: string, mode: number, device: number) => object

interface EmscriptenModule {
  FS: { lookupNode(parent: object, name: string): object; destroyNode(node: object): void }
  NODEFS: { stream_ops: { fsync?: (stream: { nfd?: number }) => number }; node_ops: { mknod: MakeNode } }
}

/**
 * PGlite's directory file system with what it lacks: `fsync`, without which a commit does not survive a power cut; and that a file which
 * could not be made (a disk without room for another) is not held to be there ever after, so that PostgreSQL may make it later.
 */
export class DurableFS extends NodeFS {
  override async init(...parameters: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const made = await super.init(...parameters)
    made.emscriptenOpts.preRun?.push((module: unknown) => {
      const { FS, NODEFS } = module as EmscriptenModule
      NODEFS.stream_ops.fsync = (stream) => {
        if (stream.nfd !== undefined) fs.fsyncSync(stream.nfd)
        return 0
      }
      const { mknod } = NODEFS.node_ops
      NODEFS.node_ops.mknod = (parent, name, mode, device) => {
        try {
          return mknod(parent, name, mode, device)
        } catch (error) {
          forget(FS, parent, name)
          throw error
        }
      }
    })
    return made
  }
}

/** Takes a name out of the table of those that are known; whether it is there is asked of the disk next time. */
function forget(FS: EmscriptenModule['FS'], parent: object, name: string): void {
  try {
    FS.destroyNode(FS.lookupNode(parent, name))
  } catch {
    // it was not known
  }
}
