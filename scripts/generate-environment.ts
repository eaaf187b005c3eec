/** `.env.example`: what has to be decided first, then every other variable with its default, from the table the service reads. */
import { presetOf, variableNames, variables } from '../src/config.variables.ts'

/** To be filled in by whoever runs it on more than one machine, or for others; with a value that says what it looks like. */
const decided: Partial<Record<string, string>> = {
  PUBLIC_URL: 'https://id.example.com',
  MASTER_SECRET: '',
  MAIL_URL: 'outbox:',
  MAIL_FROM: 'no-reply@example.com',
}

/** Set by compose.yaml and by the systemd unit; here they would be overruled, or overrule them. */
const placed: readonly string[] = ['HOST', 'PORT', 'DATA_DIR', 'DATABASE_URL', 'REDIS_URL', 'TRUST_PROXY']

const header = `# Copy it to .env for compose.yaml, or to /etc/tenantry/tenantry.env for systemd (docs/deployment.md). One NAME=value a line, without quotes;
# an empty value is none. Any variable also as NAME_FILE, the path of a file that holds the value. Made by \`npm run generate\`.

# Only for compose.yaml: the password of its own PostgreSQL, letters and digits. openssl rand -hex 24
POSTGRES_PASSWORD=
`

const hints: Partial<Record<string, string>> = {
  MASTER_SECRET: 'Made once and kept apart from the backups: openssl rand -base64 48 (with systemd: /etc/tenantry/master-secret)',
}

/** @returns the text of `.env.example` */
export function environmentExample(): string {
  const first = (Object.keys(decided) as string[]).map((name) => `${comment(name)}\n${name}=${decided[name]}\n`)
  const rest = variableNames.filter((name) => !(name in decided))
  const given = rest.filter((name) => placed.includes(name)).map(optional)
  const others = rest.filter((name) => !placed.includes(name) && name !== 'FAIL_AT').map(optional)
  return [
    header,
    first.join('\n'),
    `# Given by compose.yaml; HOST, PORT and DATA_DIR by the systemd unit, too.\n\n${given.join('\n')}`,
    `# All others, with their defaults.\n\n${others.join('\n')}`,
  ].join('\n')
}

const optional = (name: string) => `${comment(name)}\n#${name}=${defaultOf(name)}\n`

const comment = (name: string) =>
  [variables.get(name)?.meta()?.description, hints[name]].flatMap((line) => (line ? [`# ${line}`] : [])).join('\n')

/** As it would be written; empty where the default is no value but a sentence. */
function defaultOf(name: string): string {
  const { isValue, text } = presetOf(name)
  return isValue ? text : ''
}
