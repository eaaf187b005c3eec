/** Certificates for servers on loopback, made by openssl. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Certificate {
  readonly key: string
  readonly cert: string
}

/** One that vouches for itself alone, for a name and 127.0.0.1 unless told otherwise. */
export function selfSigned(name: string, { expired = false, withAddress = true } = {}): Certificate {
  const directory = mkdtempSync(join(tmpdir(), 'tenantry-certificate-'))
  const at = (file: string) => join(directory, file)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore', cwd: directory })
  const names = `subjectAltName=DNS:${name}${withAddress ? ',IP:127.0.0.1' : ''}`
  // `req` of OpenSSL 3.0 knows no dates, `ca` does
  writeFileSync(
    at('ca.cnf'),
    `[ca]\ndefault_ca=d\n[d]\ndatabase=index\nserial=serial\nnew_certs_dir=.\ndefault_md=sha256\npolicy=p\n[p]\ncommonName=supplied\n[x]\n${names}\nbasicConstraints=CA:TRUE\n`,
  )
  writeFileSync(at('index'), '')
  writeFileSync(at('serial'), '01')
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', 'key.pem']
  const day = (offset: number) => `${new Date(Date.now() + offset * 86_400_000).toISOString().replace(/\D/g, '').slice(0, 14)}Z`
  try {
    openssl('req', '-new', ...key, '-subj', `/CN=${name}`, '-out', 'request.pem')
    const dates = expired ? ['-startdate', day(-20), '-enddate', day(-10)] : ['-startdate', day(-1), '-enddate', day(2)]
    const files = ['-keyfile', 'key.pem', '-in', 'request.pem', '-out', 'cert.pem']
    openssl('ca', '-config', 'ca.cnf', '-batch', '-notext', '-selfsign', '-extensions', 'x', ...dates, ...files)
    return { key: readFileSync(at('key.pem'), 'utf8'), cert: readFileSync(at('cert.pem'), 'utf8') }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
