/**
 * What each door answers to an account in each state; one written expectation per cell.
 *
 *   tok  200 tokens                  bad  401 invalid_credentials      imp  403 impersonation_forbidden
 *   tokp 200 tokens, must change     rev  401 session_revoked          pwd  403 password_change_required
 *   tok2 200 tokens, must set up 2FA ref  401 refresh_token_invalid    set  403 two_factor_setup_required
 *   pend 200 waits for the code      2fa  401 two_factor_invalid       404  404 not_found
 *   list 200 workspaces              blk  403 account_blocked          lck  423 account_locked
 *   ok   200 done                    ina  403 account_inactive         otp  400 otp_invalid
 *   mail 202, a mail is queued       sus, can, tin  403 tenant_suspended, tenant_cancelled, tenant_inactive
 *   mute 202, no mail is queued                                    unp  403 email_not_verified
 */
const admins = `
state              | login caseB disco refr  verif | reqst code  chall link  | imper me    perm  chgpw | aLogn aRefr aMe | prov  plink
active             | tok   tok   list  tok   tok   | mail  ok    ok    ok    | tok   ok    ok    ok    | tok   tok   ok | tok   lnkd
locked             | lck   lck   lck   tok   lck   | mail  ok    ok    ok    | tok   ok    ok    lck   | lck   tok   ok | lck   lnkd
blocked            | blk   bad   bad   ref   2fa   | mute  otp   otp   otp   | imp   rev   rev   rev   | blk   ref   rev | blk   rev
deactivated        | ina   bad   bad   ref   2fa   | mute  otp   otp   otp   | imp   rev   rev   rev   | ina   ref   rev | ina   rev
soft-deleted       | bad   bad   bad   ref   2fa   | mute  otp   otp   otp   | 404   rev   rev   rev   | bad   ref   rev | bad   rev
tenant suspended   | sus   bad   bad   ref   2fa   | mute  otp   otp   otp   | imp   rev   rev   rev   | sus   ref   rev | sus   rev
ancestor suspended | sus   bad   bad   ref   2fa   | mute  otp   otp   otp   | imp   rev   rev   rev   | sus   ref   rev | sus   rev
tenant cancelled   | can   bad   bad   ref   2fa   | mute  otp   otp   otp   | imp   rev   rev   rev   | can   ref   rev | can   rev
tenant inactive    | tin   bad   bad   ref   2fa   | mute  otp   otp   otp   | imp   rev   rev   rev   | tin   ref   rev | tin   rev
suspended and back | tok   tok   list  ref   2fa   | mail  ok    ok    ok    | tok   rev   rev   rev   | tok   ref   rev | tok   rev
tenant deleted     | bad   bad   bad   ref   2fa   | mute  otp   otp   otp   | imp   rev   rev   rev   | bad   ref   rev | bad   rev
password expired   | tokp  tokp  list  tokp  tokp  | mail  ok    ok    ok    | tok   ok    pwd   ok    | tokp  tokp  ok | tokp  pwd
temporary password | tokp  tokp  list  ref   2fa   | mail  otp   otp   otp   | tok   rev   rev   rev   | tokp  ref   rev | tokp  rev
two-factor on      | pend  pend  list  ref   tok   | mail  ok    ok    ok    | tok   rev   rev   rev   | pend  ref   rev | pend  rev
two-factor required| tok2  tok2  list  tok2  tok   | mail  ok    ok    ok    | imp   ok    set   set   | tok2  tok2  ok | tok2  set
`

const users = `
state              | login caseB refr  verif | reqst code  | send  vcode | me    chgpw | prov  plink
active             | tok   tok   tok   tok   | mail  ok    | mail  ok    | ok    ok | tok   lnkd
proved             | tok   tok   tok   tok   | mail  ok    | mute  otp   | ok    ok | tok   lnkd
unproved, must be  | unp   unp   tok   unp   | mail  ok    | mail  ok    | ok    ok | unp   lnkd
temporary, must be | tokp  tokp  ref   2fa   | mail  otp   | mail  otp   | rev   rev | unp   rev
locked             | lck   lck   tok   lck   | mail  ok    | mail  ok    | ok    lck | lck   lnkd
blocked            | blk   bad   ref   2fa   | mute  otp   | mute  otp   | rev   rev | blk   rev
deactivated        | ina   bad   ref   2fa   | mute  otp   | mute  otp   | rev   rev | ina   rev
soft-deleted       | bad   bad   ref   2fa   | mute  otp   | mute  otp   | rev   rev | bad   rev
tenant suspended   | sus   bad   ref   2fa   | mute  otp   | mute  otp   | rev   rev | sus   rev
ancestor suspended | sus   bad   ref   2fa   | mute  otp   | mute  otp   | rev   rev | sus   rev
tenant cancelled   | can   bad   ref   2fa   | mute  otp   | mute  otp   | rev   rev | can   rev
tenant inactive    | tin   bad   ref   2fa   | mute  otp   | mute  otp   | rev   rev | tin   rev
suspended and back | tok   tok   ref   2fa   | mail  ok    | mail  ok    | rev   rev | tok   rev
tenant deleted     | bad   bad   ref   2fa   | mute  otp   | mute  otp   | rev   rev | bad   rev
password expired   | tokp  tokp  tokp  tokp  | mail  ok    | mail  ok    | ok    ok | tokp  pwd
temporary password | tokp  tokp  ref   2fa   | mail  otp   | mail  otp   | rev   rev | tokp  rev
two-factor on      | pend  pend  ref   tok   | mail  ok    | mail  ok    | rev   rev | pend  rev
two-factor required| tok   tok   tok   tok   | mail  ok    | mail  ok    | ok    ok | tok   lnkd
`

export const answers: Readonly<Record<string, string>> = {
  tok: '200',
  tokp: '200 MustChangePassword',
  tok2: '200 requiresTwoFactorSetup',
  pend: '200 requiresTwoFactor',
  list: '200 workspaces',
  ok: '200 done',
  lnkd: '201 done',
  mail: '202 mail',
  mute: '202 no mail',
  otp: '400 otp_invalid',
  bad: '401 invalid_credentials',
  rev: '401 session_revoked',
  ref: '401 refresh_token_invalid',
  '2fa': '401 two_factor_invalid',
  blk: '403 account_blocked',
  ina: '403 account_inactive',
  sus: '403 tenant_suspended',
  can: '403 tenant_cancelled',
  tin: '403 tenant_inactive',
  imp: '403 impersonation_forbidden',
  pwd: '403 password_change_required',
  set: '403 two_factor_setup_required',
  unp: '403 email_not_verified',
  '404': '404 not_found',
  lck: '423 account_locked',
}

/** A table of this form: its states and doors in their order, and the word in each cell; undefined for a cell that nobody wrote. */
export interface Matrix {
  readonly pathNames: readonly string[]
  readonly stateNames: readonly string[]
  readonly expected: (state: string, path: string) => string | undefined
}

const words = (parts: readonly string[] | undefined) => (parts ?? []).slice(1).flatMap((part) => part.split(/\s+/))

function matrixOf(table: string): Matrix {
  const [head, ...rows] = table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((part) => part.trim()))
  const pathNames = words(head)
  return {
    pathNames,
    stateNames: rows.map(([name]) => name as string),
    expected: (state, path) => words(rows.find(([name]) => name === state))[pathNames.indexOf(path)],
  }
}

export const adminMatrix = matrixOf(admins)
export const userMatrix = matrixOf(users)
