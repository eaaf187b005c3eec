/** What can stand behind `tenantry` on the command line. */
export const usage = `usage: tenantry [command]

  start                            serve (the default)
  migrate                          bring the database up to this version
  keys [list]                      every key, without its secret
  keys rotate <purpose>            a new key signs or seals from now on: access_token, stored_secret, audit_mac
  keys retire                      delete access keys that no living token was signed with
  jobs [list]                      dead work of the background: id, kind, age in seconds, error
  jobs retry <id or kind>          have it tried again
  jobs give-up <id or kind>        forget it: what it was to do is never done
  reset-superadmin [--disable-2fa] a new password for the SuperAdmin, printed once
  audit verify                     prove that the audit logs are as they were written (docs/audit.md)
  backup --to <file>               everything in one compressed file, which restore puts into either database
  backup verify <file>             prove that a backup is whole, unchanged and made under this master secret
  restore --from <file>            put a backup into an empty database (docs/backup.md)
  storage copy --from <place> --to <place>
                                   copy all files, beside the running service (docs/storage.md)
  demo                             fill an empty database with a platform to look around in
  help, --help                     this
  --version                        the version

Everything else is set by environment variables, which README.md lists.
`
