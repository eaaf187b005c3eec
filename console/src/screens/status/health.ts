/**
 * What is so now: a service that is down refuses, and says beside what of it works. Of what was read before nothing holds then, nor where
 * nobody answers.
 *
 * @param data what was answered last
 * @param error why it was not answered since; null where it was
 */
export function healthOf<H extends { readonly checks: object }>(data: H | undefined, error: unknown): H | undefined {
  if (error === null) return data
  const { answer } = error as { readonly answer?: Partial<H> }
  return answer?.checks ? (answer as H) : undefined
}
