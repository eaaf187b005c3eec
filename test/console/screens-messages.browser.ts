/** Screens of messages. */
import { emails } from '../../console/src/sitemap/emails.ts'
import { notifications } from '../../console/src/sitemap/notifications.ts'
import { templates } from '../../console/src/sitemap/templates.ts'
import { webhooks } from '../../console/src/sitemap/webhooks.ts'
import { sweep } from './sweep.ts'

sweep({ ...webhooks, ...emails, ...templates, ...notifications })
