import type { PublicContext } from '#db/rows/context.ts'

type Asked = { readonly service: Pick<PublicContext['service'], 'settings' | 'serviceSettings'> }

/**
 * Whether strangers may make themselves users of a tenant: it says so, and registration is on for the whole service. Asked of this moment
 * and not of the one in which the request came: what is closed meanwhile is closed for it.
 */
export const isRegistrationOpen = ({ service }: Asked, tenantId: string | null): boolean =>
  service.serviceSettings.values.features.registration && service.settings.of(tenantId).registrationEnabled

/** Whether people of a tenant sign in through providers at all, at this moment. */
export const areProvidersOn = ({ service }: Asked, tenantId: string | null): boolean =>
  service.serviceSettings.values.features.externalLogin && service.settings.of(tenantId).identityProviderMode !== 'Disabled'
