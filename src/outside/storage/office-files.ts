/**
 * What an archive is by the names in its central directory (APPNOTE.TXT, sections 4.3.12 and 4.3.16; ECMA-376, part 2): a Word document, an
 * Excel workbook, or neither. Nothing is unpacked, and nobody's sizes are believed. One with macros is neither.
 * @param tail the end of the file; a directory that does not lie in it whole makes it neither
 * @param bytes of the whole file
 */
export function officeZip(tail: Buffer, bytes: number): 'docx' | 'xlsx' | null {
  const end = tail.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end < 0 || end + 22 > tail.length) return null
  const size = tail.readUInt32LE(end + 12)
  const at = tail.readUInt32LE(end + 16) - (bytes - tail.length)
  if (at < 0 || at + size > end) return null
  const names = namesIn(tail.subarray(at, at + size))
  if (!names.has('[Content_Types].xml') || [...names].some((name) => /(?:^|\/)vbaProject\.bin$/i.test(name))) return null
  const holds = (pattern: RegExp) => [...names].some((name) => pattern.test(name))
  if (holds(/^word\/document\d*\.xml$/)) return 'docx'
  return holds(/^xl\/workbook\d*\.xml$/) ? 'xlsx' : null
}

function namesIn(directory: Buffer): Set<string> {
  const names = new Set<string>()
  for (let at = 0; at + 46 <= directory.length && directory.readUInt32LE(at) === 0x02014b50; ) {
    const [name, extra, comment] = [28, 30, 32].map((offset) => directory.readUInt16LE(at + offset)) as [number, number, number]
    names.add(directory.toString('latin1', at + 46, at + 46 + name))
    at += 46 + name + extra + comment
  }
  return names
}

const freeSector = 0xfffffffa

/**
 * What a compound file is by the streams in its directory (MS-CFB, sections 2.2 to 2.6): a Word document or an Excel workbook of the old
 * formats, or neither. Follows the chain of the directory, no further than the file has sectors.
 */
export function officeCompound(file: Buffer): 'doc' | 'xls' | null {
  if (file.length < 1024) return null
  const shift = file.readUInt16LE(30)
  if (shift !== 9 && shift !== 12) return null
  const size = 2 ** shift
  const sectorAt = (sector: number) => file.subarray((sector + 1) * size, (sector + 2) * size)
  const perSector = size / 4
  const tables = tableSectors(file, sectorAt, perSector)
  const next = (sector: number): number => {
    const table = tables[Math.floor(sector / perSector)]
    const bytes = table === undefined ? null : sectorAt(table)
    return bytes && bytes.length === size ? bytes.readUInt32LE((sector % perSector) * 4) : freeSector
  }
  const names = new Set<string>()
  let sector = file.readUInt32LE(48)
  for (let left = file.length / size; left > 0 && sector < freeSector; left--, sector = next(sector)) {
    const entries = sectorAt(sector)
    for (let at = 0; at + 128 <= entries.length; at += 128) {
      const length = Math.min(64, entries.readUInt16LE(at + 64))
      if (length >= 2) names.add(entries.toString('utf16le', at, at + length - 2))
    }
  }
  if (names.has('WordDocument')) return 'doc'
  return names.has('Workbook') || names.has('Book') ? 'xls' : null
}

/** Where the allocation table lies: 109 sectors are named in the header, the others in sectors that name each other. */
function tableSectors(file: Buffer, sectorAt: (sector: number) => Buffer, perSector: number): number[] {
  const sectors = Array.from({ length: 109 }, (_, n) => file.readUInt32LE(76 + n * 4))
  let sector = file.readUInt32LE(68)
  for (let left = file.length / (perSector * 4); left > 0 && sector < freeSector; left--) {
    const part = sectorAt(sector)
    if (part.length < perSector * 4) break
    for (let n = 0; n < perSector - 1; n++) sectors.push(part.readUInt32LE(n * 4))
    sector = part.readUInt32LE((perSector - 1) * 4)
  }
  return sectors
}
