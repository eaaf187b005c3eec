import { Link, useRouterState } from '@tanstack/react-router'
import type { Start } from '../api/start.ts'
import { useI18n } from '../i18n/i18n.tsx'
import { Icon } from '../ui/Icon.tsx'
import { areas } from './areas.ts'

/** What the caller may open; what they never may is not there. */
export function Nav({ can, onGo }: { can: Start['can']; onGo?: () => void }) {
  const { t } = useI18n()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const shown = areas
    .map((area) => ({ ...area, items: area.items.filter(({ permission }) => can(permission)) }))
    .filter(({ items }) => items.length > 0)
  return (
    <nav aria-label={t('nav.label')} className="nav">
      {shown.map(({ title, items }) => (
        <div key={title} className="nav-area">
          <h2>{t(title)}</h2>
          {items.map((item) => (
            <Link
              key={item.path}
              to={item.path}
              className="nav-item"
              data-on={path.startsWith(item.path) || undefined}
              {...(onGo && { onClick: onGo })}
            >
              <Icon name={item.icon} />
              {t(item.title)}
            </Link>
          ))}
        </div>
      ))}
    </nav>
  )
}
