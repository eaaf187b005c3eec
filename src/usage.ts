/** What can stand behind `tenantry` on the command line. */
export const usage = `usage: tenantry [command]

  start                            serve (the default)
  migrate                          bring the database up to this version
  keys [list]                      every key, without its secret
  keys rotate <purpose>            a new key signs or seals from now on: access_token, stored_secret, audit_mac
  keys retire                      delete access keys that no living token was signed with
  reset-superadmin [--disable-2fa] a new password for the SuperAdmin, printed once
  demo                             fill an empty database with a platform to look around in
  help, --help                     this
  --version                        the version

Everything else is set by environment variables, which README.md lists.
`
