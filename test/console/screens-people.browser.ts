/** Screens of people and what they may do. */
import { admins } from '../../console/src/sitemap/admins.ts'
import { groups } from '../../console/src/sitemap/groups.ts'
import { roles } from '../../console/src/sitemap/roles.ts'
import { users } from '../../console/src/sitemap/users.ts'
import { sweep } from './sweep.ts'

sweep({ ...admins, ...users, ...groups, ...roles })
