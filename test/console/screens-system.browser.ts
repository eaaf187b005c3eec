/** Screens of tenants and of the service itself. */
import { files } from '../../console/src/sitemap/files.ts'
import { menus } from '../../console/src/sitemap/menus.ts'
import { settings } from '../../console/src/sitemap/settings.ts'
import { status } from '../../console/src/sitemap/status.ts'
import { tenants } from '../../console/src/sitemap/tenants.ts'
import { sweep } from './sweep.ts'

sweep({ ...tenants, ...settings, ...menus, ...files, ...status })
