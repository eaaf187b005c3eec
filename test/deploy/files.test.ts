/** The files that an operator is given agree with each other and with what the service reads. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import { readConfig } from '#config.ts'
import { variableNames } from '../../src/config.variables.ts'

const root = join(import.meta.dirname, '../..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const isVariable = (name: string) => variableNames.includes(name.replace(/_FILE$/, ''))
const instances = ['tenantry-1', 'tenantry-2'] as const

describe('compose.yaml', () => {
  const { services, networks, volumes } = parse(read('compose.yaml'), { merge: true })

  it('gives the service variables that there are, and nothing to write to but its volume', () => {
    for (const name of instances) {
      const service = services[name]
      assert.deepEqual(
        Object.keys(service.environment).filter((variable) => !isVariable(variable)),
        [],
      )
      assert.equal(service.read_only, true)
      assert.deepEqual(service.volumes, [`data:${service.environment.DATA_DIR}`])
      const env = { ...service.environment, DATABASE_URL: service.environment.DATABASE_URL.replace(/\$\{.*?\}/, 'secret') }
      const config = readConfig({ ...env, MASTER_SECRET: 'u7Jm2qXv0sKeYb5tR9wLhZ3cNfG8dPaQ4ixTo6E1' })
      assert.equal(new URL(config.databaseUrl!).hostname, 'postgres')
      assert.deepEqual(config.trustProxy, [services.proxy.networks.inside.ipv4_address])
    }
    assert.deepEqual(Object.keys(volumes), ['data', 'postgres'])
    assert.ok(networks.inside.ipam.config[0].subnet)
  })

  it('sends its proxy to both processes', () => {
    const servers = [...read('deploy/nginx/upstream.compose.conf').matchAll(/^ {2}server (\S+) max_fails=0;$/gm)].map(
      ([, server]) => server,
    )
    const wanted = instances.map((name) => `${services[name].networks.inside.ipv4_address}:${services[name].environment.PORT}`)
    assert.deepEqual(servers, wanted)
  })

  it('mounts files that there are', () => {
    const mounted: string[] = services.proxy.volumes.map((volume: string) => volume.split(':')[0]!)
    for (const file of mounted.filter((name) => name !== './tls')) assert.ok(read(file).length > 0)
  })
})

describe('the workflow', () => {
  it('runs everything with the whole history, from which the upgrade is tried', () => {
    const { jobs } = parse(read('.github/workflows/checks.yml'))
    const steps = jobs.all.steps
    assert.ok(steps.some(({ run }: { run?: string }) => run === 'bash .ci/run'))
    assert.equal(steps[0].with['fetch-depth'], 0)
    assert.ok(jobs.all['timeout-minutes'] > 60)
  })
})

describe('.env.example', () => {
  const lines = read('.env.example').split('\n')

  it('has every variable once, and holds what is taken as it stands', () => {
    const pairs = lines.flatMap((line) => {
      const [, name, value] = /^#?([A-Z_]+)=(.*)$/.exec(line) ?? []
      return name === undefined ? [] : [[name, value] as const]
    })
    const names = pairs.map(([name]) => name)
    assert.deepEqual([...names].sort(), [...variableNames.filter((name) => name !== 'FAIL_AT'), 'POSTGRES_PASSWORD'].sort())
    const given = Object.fromEntries(pairs)
    const plain = readConfig({ PUBLIC_URL: given.PUBLIC_URL, MAIL_FROM: given.MAIL_FROM })
    // that it is given is all there is between them
    const { given: _all, ways: _ways, isStorageGiven: _is, ...config } = readConfig(given)
    const { given: _some, ways: _none, isStorageGiven: _not, ...defaults } = plain
    assert.deepEqual(config, defaults)
  })
})

describe('the systemd unit', () => {
  const unit = read('deploy/systemd/tenantry@.service')

  it('gives the service variables that there are, on the ports that the proxies know', () => {
    const given = [...unit.matchAll(/^Environment=(\w+)=/gm)].map(([, name]) => name!)
    assert.ok(given.length >= 4)
    assert.deepEqual(
      given.filter((name) => !isVariable(name)),
      [],
    )
    for (const proxy of ['deploy/nginx/upstream.conf', 'deploy/haproxy.cfg'])
      for (const port of [8081, 8082]) assert.match(read(proxy), new RegExp(`server .*127\\.0\\.0\\.1:${port}\\b`))
    assert.match(unit, /tenantry@8081 tenantry@8082/)
  })

  it('is not restarted for a configuration that cannot work', () => assert.match(unit, /^RestartPreventExitStatus=78$/m))
})

describe('the image', () => {
  const [script, dockerfile] = [read('deploy/image.sh'), read('Dockerfile')]

  it('is given by the builder what the script reads', () => {
    const ignored = read('.dockerignore').split('\n')
    const [, own = ''] = /for name in (.*?); do/.exec(script) ?? []
    const [, papers = ''] = /"\$sources"\/\{(.*)\}/.exec(script) ?? []
    const [, folders = ''] = /cp -R (.*) \.\n/.exec(script.slice(script.indexOf('npm prune'))) ?? []
    const wanted = [...own.split(' '), ...papers.split(','), ...folders.replaceAll('"', '').replaceAll('$sources/', '').split(' ')]
    assert.ok(wanted.length > 10)
    assert.deepEqual(
      wanted.filter((name) => !ignored.includes(`!${name}`)),
      [],
    )
  })

  it('is made by the script alone, runs as nobody, and has no shell above the service', () => {
    const of = (word: string) => [...dockerfile.matchAll(new RegExp(`^${word} (.*)$`, 'gm'))].map(([, rest]) => rest)
    assert.deepEqual(of('RUN'), ['bash /sources/deploy/image.sh /image'])
    assert.deepEqual(of('USER'), ['10001:10001'])
    assert.match(of('ENTRYPOINT')[0]!, /^\["\/usr\/local\/bin\/node", /)
    assert.match(of('HEALTHCHECK')[0]!, / CMD \["\/usr\/local\/bin\/node", /)
    const env = Object.fromEntries(
      of('ENV')[0]!
        .split(' ')
        .map((pair) => pair.split('=')),
    )
    assert.deepEqual(
      Object.keys(env).filter((name) => !isVariable(name)),
      [],
    )
  })
})
