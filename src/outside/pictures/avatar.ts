import { type Raster, readRaster } from './raster.ts'

/** Pixels; the largest side that is kept. */
const keptSide = 512

/** Makes an avatar of uploaded bytes: JPEG, PNG or WebP inside 512×512. Throws what `readRaster` does. */
export const readAvatar = (bytes: Buffer, holder: string): Promise<Raster> => readRaster(bytes, { holder, side: keptSide })
