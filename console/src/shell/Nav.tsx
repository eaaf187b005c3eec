import { Link, useRouterState } from '@tanstack/react-router'
import type { Start } from '../api/start.ts'
import { useI18n } from '../i18n/i18n.tsx'
import { Icon } from '../ui/Icon.tsx'
import { menuOf } from './areas.ts'

/** What the caller may open; what they never may is not there. */
export function Nav({ can, onGo }: { can: Start['can']; onGo?: () => void }) {
  const { t } = useI18n()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  return (
    <nav aria-label={t('nav.label')} className="nav">
      {menuOf(can).map(({ area, items }) => (
        <div key={area} className="nav-area">
          {area !== 'none' && <h2>{t(`nav.${area}`)}</h2>}
          {items.map((item) => (
            <Link
              key={item.path}
              to={item.path}
              className="nav-item"
              data-on={(item.path === '/' ? path === '/' : path.startsWith(item.path)) || undefined}
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
