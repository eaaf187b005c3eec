/** Screens of ways in, the own account, and what happened. */
import { audit } from '../../console/src/sitemap/audit.ts'
import { bin } from '../../console/src/sitemap/bin.ts'
import { dashboard } from '../../console/src/sitemap/dashboard.ts'
import { me } from '../../console/src/sitemap/me.ts'
import { security } from '../../console/src/sitemap/security.ts'
import { signIn } from '../../console/src/sitemap/sign-in.ts'
import { sweep } from './sweep.ts'

sweep({ ...signIn, ...me, ...dashboard, ...audit, ...security, ...bin })
