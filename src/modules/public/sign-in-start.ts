import type { z } from 'zod'
import type { PublicContext } from '#db/rows/context.ts'
import { ownPage } from '#sign-in/providers/redirect-address.ts'
import { askedWorkspace, providersOf } from './public.queries.ts'
import type { SignInQuery, SignInStart } from './public.schema.ts'

/**
 * All that a page for signing in begins with. Of a tenant it tells what `findWorkspace` does and no more, and it never fails for what it was
 * asked: somebody with a bad link still wants to sign in.
 * @param host that was asked; it names a workspace where no code does
 */
export async function signInStart(
  ctx: PublicContext,
  { code, returnTo }: z.output<typeof SignInQuery>,
  host: string | null,
): Promise<z.input<typeof SignInStart>> {
  const found = await askedWorkspace(ctx, code, host)
  const page = found?.page ?? null
  const tenantId = page?.isSignInAvailable ? (found?.id ?? null) : null
  return {
    serviceName: ctx.service.options.serviceName,
    workspace: page,
    providers: page ? (page.providers ?? []) : await providersOf(ctx, null),
    returnTo: returnTo === undefined ? null : wayHome(ctx, returnTo, tenantId),
  }
}

/** What an address is read against: any, since a path stays on the one where it is followed. */
const anyOrigin = 'https://origin.invalid'

/** The address where whoever follows it stays with us: on the page's own origin by a path, or on a page that is ours; else null. */
function wayHome(ctx: PublicContext, address: string, tenantId: string | null): string | null {
  if (!address.startsWith('/')) return ownPage(ctx, address, tenantId)
  // `//host` and, as browsers read it, `/\\host` name another host (URL Standard, 4.4); so does what is left where the reader drops a dot or a tab
  if (address.startsWith('//') || !URL.canParse(address, anyOrigin)) return null
  const { origin, pathname, search, hash } = new URL(address, anyOrigin)
  return origin === anyOrigin && pathname + search + hash === address ? address : null
}
